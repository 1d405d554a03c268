import { fold } from '../../domain/text/fold.ts';

/** What kind of thing answers a question. */
export const ANSWER_FORMS = [
  'person',
  'place',
  'date',
  'number',
  'amount',
  'count',
  'yes-no',
  'list',
  'definition',
  'reason',
  'other',
] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** English and Spanish question words, most telling first; the first that fits decides. Folded text. */
const RULES: readonly (readonly [AnswerForm, RegExp])[] = [
  [
    'reason',
    /^(?:(?:and|but|so|y|pero) )?(?:why|por que)\b|\bwhat (?:caused?|is the (?:cause|reason))\b|\b(?:a que se debe|cual (?:es|fue) la causa)\b/u,
  ],
  ['count', /\bhow many\b|\b(?:cuantos|cuantas)\b|\bnumber of\b|\bnumero de\b/u],
  ['amount', /\bhow much\b|\bcuanto (?:cuesta|vale|es|dinero|se)\b|\bcuanta\b/u],
  [
    'date',
    /\b(?:when|cuando)\b|\b(?:what|which|in what|que|cual)\b.{0,12}\b(?:date|year|month|day|fecha|ano|mes|dia)\b/u,
  ],
  [
    'number',
    /\bhow (?:long|often|old|far|tall|high|large|big|fast|heavy)\b|\bcuanto (?:tiempo|dura|mide|pesa)\b/u,
  ],
  [
    'amount',
    /\b(?:what|which|cual|que)\b.{0,40}\b(?:price|cost|fee|amount|salary|budget|fine|penalty|precio|coste|costo|importe|tarifa|cuota|multa|presupuesto)\b/u,
  ],
  [
    'number',
    /\b(?:what|which|cual|que)\b.{0,40}\b(?:percentage|percent|rate|ratio|limit|temperature|weight|size|length|height|duration|period|deadline|pressure|speed|power|voltage|capacity|depth|distance|age|area|volume|score|porcentaje|tasa|limite|temperatura|peso|tamano|duracion|plazo|periodo|presion|velocidad|potencia|voltaje|capacidad|profundidad|distancia|edad|superficie|volumen|version)\b/u,
  ],
  [
    'place',
    /\b(?:where|donde|adonde)\b|\b(?:what|which|que)\b (?:country|city|town|place|state|region|pais|ciudad|lugar|provincia)\b/u,
  ],
  ['person', /\b(?:who|whom|whose|quien|quienes)\b/u],
  [
    'list',
    /^(?:list|name|enumerate|give all|find|show|lista|enumera|nombra|dime)\b|\b(?:which|what|que|cuales)\b (?:are|were|son|eran)\b|\bcuales\b/u,
  ],
];

const YES_NO =
  /^(?:is|are|was|were|does|do|did|can|could|may|must|should|will|would|has|have|had|es|son|esta|estan|fue|tiene|tienen|hay|puede|pueden|debe|deben|se puede|existe)\b/u;
const DEFINITION =
  /^(?:what (?:is|are|does)|que (?:es|son|significa)|define)\b(?: (?:an?|the|el|la|un|una))?(?: [^ ]+){1,4}\??$/u;

/** Returns the form of the answer that a question asks for, by its question words; `other` when they don't tell. */
export function answerFormOf(question: string): AnswerForm {
  const folded = fold(question)
    .replace(/[¿¡"“”]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (YES_NO.test(folded)) return 'yes-no';
  const rule = RULES.find(([, pattern]) => pattern.test(folded));
  if (rule !== undefined) return rule[0];
  return DEFINITION.test(folded) ? 'definition' : 'other';
}
