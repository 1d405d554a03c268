/**
 * How words, steps and types are weighed against each other; the same for every graph. Units are those of inverse
 * document frequency: a rare word of the question is worth up to about 9.
 */
export interface GraphWeights {
  /** Share of a word's weight that a node's own text can earn (when the word is frequent in it). */
  readonly text: number;
  /** Share of that which a node hands on to its neighbours. */
  readonly carriedText: number;
  /** Names that fit badly count less: the fit is raised to this power. */
  readonly linkPower: number;
  /** Least that a word is worth which states a property the node has. */
  readonly propertyFloor: number;
  /** What a text earns for a word that clearly states a property, as a share: the property itself is asked for. */
  readonly textOfProperty: number;
  /** Cost of the step from a linked node, and of each further one. */
  readonly firstStep: number;
  readonly nextStep: number;
  /** Cost of a step that no word speaks of, for each e-fold of relations that it might have been. */
  readonly unworded: number;
  /** Worth of a word that speaks of a step. */
  readonly relationWord: number;
  /** Cost of a step against the direction that the words tell. */
  readonly direction: number;
  /** Worth of being of the type asked for. */
  readonly type: number;
  /** Worth of a word that names the type of a node on the way. */
  readonly typeOnTheWay: number;
  /** Cost of having what the question denies, and of missing a range it states. */
  readonly denied: number;
  readonly outOfRange: number;
  /** Cost of missing a number of neighbours that the question states; worth of having the most. */
  readonly outOfCount: number;
  readonly most: number;
}

/** Found on two graphs of different kinds with few steps between the values tried; neighbours of these do about as well. */
export const GRAPH_WEIGHTS: GraphWeights = {
  text: 1,
  carriedText: 0.6,
  linkPower: 2,
  propertyFloor: 3,
  textOfProperty: 0.5,
  firstStep: 1,
  nextStep: 2,
  unworded: 1.5,
  relationWord: 3,
  direction: 2,
  type: 8,
  typeOnTheWay: 1.5,
  denied: 6,
  outOfRange: 4,
  outOfCount: 12,
  most: 4,
};
