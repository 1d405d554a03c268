/**
 * What may be wrong with how a question was understood. The table of HybGRAG (Lee et al. 2024, table 3), made finer
 * where a graph tells more: each error has one legal change of the route.
 */
export const COMMENT_ERRORS = [
  'wrong_entity',
  'missing_entity',
  'wrong_relation',
  'missing_relation',
  'superfluous_relation',
  'wrong_direction',
  'wrong_type',
  'empty_intersection',
  'hub_too_wide',
  'constraint_unchecked',
  'wrong_module',
  'text_aspect_as_relation',
] as const;
export type CommentError = (typeof COMMENT_ERRORS)[number];

/** One change of a route. Words are meant by their place among the question's words. */
export type RouteEdit =
  /** Not this entity; another of the same words, or the words as text. */
  | { readonly kind: 'without_entity'; readonly entityId: string }
  /** The question means this entity. */
  | { readonly kind: 'with_entity'; readonly entityId: string }
  /** The word names no relation: it is looked for in texts. */
  | { readonly kind: 'without_relation_word'; readonly word: number }
  /** Steps in both directions are worth the same. */
  | { readonly kind: 'any_direction' }
  /** The answer is none of the entities that the question names. */
  | { readonly kind: 'not_named' }
  /** The answer is of this type. */
  | { readonly kind: 'type'; readonly type: string }
  /** The conditions on values must hold. */
  | { readonly kind: 'strict_conditions' }
  /** One step more than before. */
  | { readonly kind: 'further_step' }
  /** Another module answers. */
  | { readonly kind: 'module'; readonly module: 'text' | 'hybrid' };

/** A critic's comment: the error, on what, and the change that would mend it. */
export interface Comment {
  readonly error: CommentError;
  /** In words, for people: the entity, relation, type or words that are meant. */
  readonly subject: string;
  readonly edit: RouteEdit;
}

/** Returns the same text for the same change, so that no route is tried twice. */
export function editKey(edit: RouteEdit): string {
  const { kind, ...on } = edit;
  return [kind, ...Object.values(on)].join('|');
}
