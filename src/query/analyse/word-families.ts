import { stem } from '../../domain/text/stem.ts';

/**
 * Plain English and Spanish words of one meaning that share no beginning: what things and deeds are called in
 * schemas, and what people say instead. General language only; a schema's own words come from the schema.
 */
const THINGS: readonly string[] = [
  'who person people man woman author writer editor member employee quien persona gente autor',
  'part subtype kind form subclass type variant tipo parte',
  'place where location city country region lugar ubicacion donde',
  'company organisation organization firm corporation business employer empresa organizacion',
  'group team committee panel body unit grupo equipo comite',
  'document paper article report publication text specification memo output work documento articulo informe publicacion',
  'disease illness sickness ailment enfermedad',
  'feature characteristic trait sign signo rasgo',
  'drug medicine medication treatment therapy medicamento tratamiento',
  'product item article good producto articulo',
  'event incident happening evento suceso',
  'keyword tag topic subject label etiqueta tema',
  'course class lesson curso clase',
  'date year time when ano fecha cuando',
  'price cost fee amount precio coste costo',
];

const DEEDS: readonly string[] = [
  'author write wrote written writer edit editor publish publication coauthor work contribute escribir escribio escrito autor',
  'cite citation reference refer mention quote cita citar referencia',
  'replace replacement supersede obsolete successor substitute deprecate reemplaza sustituye',
  'update amend revise modify actualiza modifica',
  'produce product create make made build output come develop produce crea',
  'present show include contain exhibit display feature presenta muestra tiene contiene incluye',
  'keyword tag index label topic etiqueta tema',
  'associate relate link connect tie involve asociado relacionado',
  'cause lead result provoke trigger causa provoca',
  'child subtype kind form subclass variant narrower tipo hijo | parent broader superclass ancestor padre',
  'work employ employee employer job trabaja emplea',
  'own possess belong buy acquire posee pertenece compra',
  'lead head direct chief manage run dirige encabeza',
  'found founder establish start set create funda crea',
  'live reside inhabit home vive reside',
  'bear born birth nacio nacimiento',
  'die death dead killed murio muerte',
  'marry spouse wife husband casado esposa esposo',
  'locate location situated where ubicado donde',
  'teach teacher taught instructor profesor ensena',
  'treat treatment cure therapy trata cura',
];

/** Words for qualities of things, as values of properties say them. */
const QUALITIES: readonly string[] = [
  'birth born newborn nacimiento',
  'child children childhood nino infancia',
  'die death dead mortality murio muerte',
  'young juvenile youth joven',
  'old late elderly viejo',
  'slow gradual lento',
  'fast quick rapid rapido',
  'worsen worse progress progressive deteriorate empeora',
  'improve better recover mejora',
];

/** Word → the words of its families; those of the other half of a family mean the same seen from the other end. */
type Families = ReadonlyMap<string, { readonly same: Set<string>; readonly inverse: Set<string> }>;

function familiesOf(lists: readonly string[]): Families {
  const families = new Map<string, { same: Set<string>; inverse: Set<string> }>();
  const stemmed = (word: string): string[] => [word, stem(word, 'en'), stem(word, 'es')];
  for (const list of lists) {
    const halves = list.split(' | ').map((half) => half.split(' ').flatMap(stemmed));
    for (const [at, half] of halves.entries()) {
      const others = halves.filter((_, other) => other !== at).flat();
      for (const form of half) {
        const known = families.get(form) ?? { same: new Set(), inverse: new Set() };
        for (const other of half) known.same.add(other);
        for (const other of others) known.inverse.add(other);
        families.set(form, known);
      }
    }
  }
  return families;
}

const KINDS = { things: familiesOf(THINGS), deeds: familiesOf(DEEDS), qualities: familiesOf(QUALITIES) };

/** Which words are compared: names of things, of deeds, or of qualities. */
export type FamilyKind = keyof typeof KINDS;

/**
 * Returns how any of these folded words or stems is related to any of those: of one family, of the other half of
 * one (`child` to `parent`), or not at all.
 */
export function familyRelation(
  kind: FamilyKind,
  a: readonly string[],
  b: readonly string[],
): 'same' | 'inverse' | 'none' {
  const families = a.flatMap((word) => KINDS[kind].get(word) ?? []);
  if (families.some(({ same }) => b.some((other) => same.has(other)))) return 'same';
  return families.some(({ inverse }) => b.some((other) => inverse.has(other))) ? 'inverse' : 'none';
}
