import type { EntityType } from './entity-types.ts';

/**
 * The table of relation patterns. A pattern's `trigger` is a regular expression that stands right in front of the
 * object; the subject stands right in front of the trigger (`left`), or is the sentence's subject with nothing between
 * that opens a new clause (`sentence`). `reverse`: the relation leads from the object to the subject.
 */
export interface RelationPattern {
  readonly type: string;
  readonly trigger: string;
  /** The trigger's own words: a sentence without them needs no closer look. */
  readonly cue: string;
  readonly subject: 'left' | 'sentence';
  readonly object: 'name' | 'date';
  /** Types that the ends may have; a name of unknown type is taken and gets the first of them. */
  readonly sourceTypes: readonly EntityType[];
  readonly targetTypes: readonly EntityType[];
  readonly reverse?: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  /** Question that the object answers, by language; `{subject}` is the subject's name. */
  readonly question?: { readonly en: string; readonly es: string };
}

const PERSON: readonly EntityType[] = ['Person'];
const WORK: readonly EntityType[] = ['Work', 'Product', 'Organization'];
const ORGANIZATION: readonly EntityType[] = ['Organization', 'Place', 'Work', 'Product'];
const AGENT: readonly EntityType[] = ['Person', 'Organization'];
const PLACE: readonly EntityType[] = ['Place', 'Organization'];
const THING: readonly EntityType[] = ['Product', 'Code', 'Work', 'Organization', 'Term', 'Place'];
const DATE: readonly EntityType[] = ['Date'];

const THE = '(?:the |el |la |los |las )?';
const BE = '(?:(?:is|was|are|were|has been|had been|es|fue|son|está|estaba|ha sido) )?';

/** A passive: `directed by`, `dirigida por`. */
function passive(
  type: string,
  words: string,
  sourceTypes: readonly EntityType[],
  targetTypes: readonly EntityType[],
  question?: RelationPattern['question'],
): RelationPattern {
  return {
    type,
    trigger: `${BE}(?:(?:[\\p{Ll}-]+,? (?:and|y) )|\\p{Ll}+ly )?(?:${words})(?: and [\\p{Ll}-]+)?(?: (?:in|en) \\d{4})? (?:by|por) ${THE}`,
    cue: words,
    subject: 'sentence',
    object: 'name',
    sourceTypes,
    targetTypes,
    confidence: 0.85,
    ...(question === undefined ? {} : { question }),
  };
}

/** An active verb right behind its subject: `founded`, `fundó`. */
function active(
  type: string,
  words: string,
  sourceTypes: readonly EntityType[],
  targetTypes: readonly EntityType[],
  reverse = false,
): RelationPattern {
  return {
    type,
    trigger: `(?:(?:has|had|also|later|originally|currently|previously|co-?) )*(?:${words}) ${THE}`,
    cue: words,
    subject: 'left',
    object: 'name',
    sourceTypes,
    targetTypes,
    confidence: 0.85,
    ...(reverse ? { reverse } : {}),
  };
}

/** A state with a preposition: `located in`, `con sede en`. */
function state(
  type: string,
  words: string,
  sourceTypes: readonly EntityType[],
  targetTypes: readonly EntityType[],
  question?: RelationPattern['question'],
): RelationPattern {
  return {
    type,
    trigger: `${BE}(?:also |currently |now )?(?:${words}) ${THE}`,
    cue: words,
    subject: 'sentence',
    object: 'name',
    sourceTypes,
    targetTypes,
    confidence: 0.85,
    ...(question === undefined ? {} : { question }),
  };
}

function dated(
  type: string,
  words: string,
  sourceTypes: readonly EntityType[],
  question: RelationPattern['question'],
): RelationPattern {
  return {
    type,
    trigger: `${BE}(?:first |officially |originally )?(?:${words}) (?:on|in|el|en) (?:the year |el año )?`,
    cue: words,
    subject: 'sentence',
    object: 'date',
    sourceTypes,
    targetTypes: DATE,
    confidence: 0.85,
    ...(question === undefined ? {} : { question }),
  };
}

/** All patterns; order decides nothing. */
export const RELATION_PATTERNS: readonly RelationPattern[] = [
  passive('DIRECTED_BY', 'directed|co-directed|dirigid[oa]s?', WORK, PERSON, {
    en: 'Who directed {subject}?',
    es: '¿Quién dirigió {subject}?',
  }),
  passive('WRITTEN_BY', 'written|co-written|authored|escrit[oa]s?', WORK, AGENT, {
    en: 'Who wrote {subject}?',
    es: '¿Quién escribió {subject}?',
  }),
  passive('PRODUCED_BY', 'produced|co-produced|producid[oa]s?', WORK, AGENT, {
    en: 'Who produced {subject}?',
    es: '¿Quién produjo {subject}?',
  }),
  passive('COMPOSED_BY', 'composed|music|score|compuest[oa]s?', WORK, PERSON),
  passive('PERFORMED_BY', 'performed|recorded|sung|interpretad[oa]s?|grabad[oa]s?', WORK, AGENT),
  passive('PERFORMED_BY', '(?:(?:song|single|album|EP|track|canción|álbum|disco))', WORK, AGENT),
  passive('RELEASED_BY', 'released|lanzad[oa]s?', WORK, AGENT),
  passive('EDITED_BY', 'edited|editad[oa]s?', WORK, PERSON),
  passive('PUBLISHED_BY', 'published|publicad[oa]s?', WORK, AGENT),
  passive('DISTRIBUTED_BY', 'distributed|distribuid[oa]s?', WORK, AGENT),
  passive('DEVELOPED_BY', 'developed|created|invented|desarrollad[oa]s?|cread[oa]s?', THING, AGENT),
  passive('DESIGNED_BY', 'designed|diseñad[oa]s?', THING, AGENT),
  passive('MANUFACTURED_BY', 'manufactured|made|built|fabricad[oa]s?|construid[oa]s?', THING, AGENT, {
    en: 'Who manufactures {subject}?',
    es: '¿Quién fabrica {subject}?',
  }),
  passive('SUPPLIED_BY', 'supplied|delivered|suministrad[oa]s?', THING, AGENT),
  passive('LED_BY', 'led|headed|chaired|liderad[oa]s?', THING, PERSON, {
    en: 'Who leads {subject}?',
    es: '¿Quién dirige {subject}?',
  }),
  passive('OWNED_BY', 'owned|property of|propiedad de', THING, AGENT),
  passive('OPERATED_BY', 'operated|run|managed|operad[oa]s?|gestionad[oa]s?', THING, AGENT),
  passive('FOUNDED_BY', 'founded|co-founded|established|formed|started|fundad[oa]s?', ORGANIZATION, AGENT, {
    en: 'Who founded {subject}?',
    es: '¿Quién fundó {subject}?',
  }),
  passive('ACQUIRED_BY', 'acquired|bought|purchased|taken over|adquirid[oa]s?|comprad[oa]s?', THING, AGENT),
  passive('SUCCEEDED_BY', 'succeeded|sucedid[oa]s?', AGENT, AGENT),
  passive('PRECEDED_BY', 'preceded|precedid[oa]s?', AGENT, AGENT),
  passive('EMPLOYED_BY', 'employed|hired|emplead[oa]s?|contratad[oa]s?', PERSON, ORGANIZATION),
  passive(
    'WRITTEN_BY',
    '(?:novel|book|play|poem|article|report|novela|libro|obra|poema|informe)',
    WORK,
    AGENT,
  ),
  passive('DIRECTED_BY', '(?:film|movie|película)', WORK, PERSON),

  active('DIRECTED_BY', 'directed|dirigió', PERSON, WORK, true),
  active('WRITTEN_BY', 'wrote|co-wrote|authored|escribió', AGENT, WORK, true),
  active('DESIGNED_BY', 'designed|diseñó', PERSON, THING, true),
  active('FOUNDED_BY', 'founded|co-founded|established|fundó', AGENT, ORGANIZATION, true),
  active('ACQUIRED_BY', 'acquired|bought|took over|adquirió|compró', AGENT, THING, true),
  active('MANUFACTURED_BY', 'manufactures|makes|builds|fabrica', AGENT, THING, true),
  active('SUPPLIED_BY', 'supplies|suministra', AGENT, THING, true),
  active('SUPPLIES_TO', 'supplies parts to|delivers to|supplies to|suministra a', AGENT, AGENT),
  active('OWNED_BY', 'owns|posee', AGENT, THING, true),
  active('OPERATED_BY', 'operates|runs|opera|gestiona', AGENT, THING, true),
  active('LEADS', 'leads|heads|chairs|manages|dirige|lidera|preside', PERSON, ORGANIZATION),
  active(
    'WORKS_FOR',
    'works for|works at|worked for|worked at|joined|trabaja para|trabaja en',
    PERSON,
    ORGANIZATION,
  ),
  active('REPORTS_TO', 'reports to|reported to|depende de|informa a|reporta a', AGENT, AGENT),
  active('SUCCEEDED_BY', 'succeeded|replaced|sucedió a|reemplazó a', AGENT, AGENT, true),
  active('MARRIED_TO', 'married|wed|se casó con', PERSON, PERSON),
  active('RECEIVED', 'won|received|was awarded|ganó|recibió', AGENT, ['Work', 'Term', 'Concept', 'Thing']),
  active('PLAYS_FOR', 'plays for|played for|juega en|jugó en', PERSON, ORGANIZATION),
  active('CONTAINS', 'contains|includes|comprises|contiene|incluye', THING, THING),
  active('REQUIRES', 'requires|needs|depends on|requiere|necesita|depende del', THING, THING),
  active('REPLACES', 'replaces|supersedes|obsoletes|sustituye a', THING, THING),

  state('MARRIED_TO', 'married to|casad[oa] con', PERSON, PERSON, {
    en: 'Who was {subject} married to?',
    es: '¿Con quién estaba casado {subject}?',
  }),
  state(
    'LOCATED_IN',
    'located (?:in|at|on|near)|situated (?:in|at|on)|found in|ubicad[oa] en|situad[oa] en',
    THING,
    PLACE,
    {
      en: 'Where is {subject} located?',
      es: '¿Dónde está {subject}?',
    },
  ),
  state(
    'HEADQUARTERED_IN',
    'based in|headquartered in|headquarters in|con sede en|tiene su sede en',
    ORGANIZATION,
    PLACE,
  ),
  state('BORN_IN', 'born in|nacid[oa] en|nació en', PERSON, PLACE, {
    en: 'Where was {subject} born?',
    es: '¿Dónde nació {subject}?',
  }),
  state('DIED_IN', 'died (?:in|at)|murió en|falleció en', PERSON, PLACE, {
    en: 'Where did {subject} die?',
    es: '¿Dónde murió {subject}?',
  }),
  state(
    'EDUCATED_AT',
    'educated at|studied at|graduated from|attended|estudió en|se graduó en',
    PERSON,
    ORGANIZATION,
  ),
  state('PART_OF', 'part of|belongs to|forms part of|parte de|pertenece a|forma parte de', THING, THING),
  state('BASED_ON', 'based on|adapted from|basad[oa] en|adaptad[oa] de', WORK, WORK),
  state('NAMED_AFTER', 'named after|named for|llamad[oa] así por', THING, [
    'Person',
    'Place',
    'Organization',
  ]),
  state('STARS', 'and starring|starring|stars|protagonizad[oa] por', WORK, PERSON),

  dated('BORN_ON', 'born|nacid[oa]|nació', PERSON, {
    en: 'When was {subject} born?',
    es: '¿Cuándo nació {subject}?',
  }),
  dated('DIED_ON', 'died|murió|falleció', PERSON, {
    en: 'When did {subject} die?',
    es: '¿Cuándo murió {subject}?',
  }),
  dated('FOUNDED_ON', 'founded|established|formed|fundad[oa]|cread[oa]|constituid[oa]', ORGANIZATION, {
    en: 'When was {subject} founded?',
    es: '¿Cuándo se fundó {subject}?',
  }),
  dated('RELEASED_ON', 'released|premiered|launched|estrenad[oa]|lanzad[oa]', WORK, {
    en: 'When was {subject} released?',
    es: '¿Cuándo se estrenó {subject}?',
  }),
  dated('PUBLISHED_ON', 'published|issued|publicad[oa]|emitid[oa]', WORK, {
    en: 'When was {subject} published?',
    es: '¿Cuándo se publicó {subject}?',
  }),
  dated('BUILT_ON', 'built|constructed|completed|construid[oa]|terminad[oa]', THING, {
    en: 'When was {subject} built?',
    es: '¿Cuándo se construyó {subject}?',
  }),
];
