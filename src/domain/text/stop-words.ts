const ENGLISH = `a about above after again against all am an and any are aren't as at be because been before being
below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few
for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how i i'm i've if
in into is isn't it its itself just let me more most mustn't my myself no nor not of off on once only or other ought
our ours ourselves out over own same she should shouldn't so some such than that the their theirs them themselves then
there these they they're this those through to too under until up us very was wasn't we were weren't what when where
which while who whom whose why will with won't would wouldn't you your yours yourself yourselves`;

const SPANISH = `a al algo algunas algunos ante antes como con contra cual cuales cuando cuanta cuantas cuanto cuantos de
del desde donde durante e el ella ellas ellos en entre era eran es esa esas ese eso esos esta estaba estan estar estas
este esto estos fue fueron ha han hasta hay la las le les lo los mas me mi mis mucho muchos muy nada ni no nos nosotros
nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque que quien quienes se sea segun ser
si sido sin sobre son su sus tambien tanto te tiene tienen toda todas todo todos tu tus u un una unas uno unos y ya yo`;

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));

/** Folded English function words. */
export const ENGLISH_STOP_WORDS = words(ENGLISH);

/** Folded Spanish function words. */
export const SPANISH_STOP_WORDS = words(SPANISH);

/** Words of one list that are content words of the other language, such as Spanish `me` against English `me`. */
const CONTENT_IN_OTHER: Readonly<Record<'en' | 'es', ReadonlySet<string>>> = {
  en: new Set(['era', 'sea', 'son', 'sin', 'sobre', 'mi', 'hay', 'ha']),
  es: new Set(['once', 'am', 'he', 'does', 'down', 'few', 'off', 'own', 'over', 'can']),
};

/**
 * Returns whether a folded word says too little to search for. For `en` and `es` the other language's list counts
 * too, less the words that carry meaning here (`son` in an English question); other languages use both lists.
 */
export function isStopWord(normal: string, language = 'und'): boolean {
  if (language === 'en' || language === 'es') {
    if (CONTENT_IN_OTHER[language].has(normal)) return false;
  }
  return ENGLISH_STOP_WORDS.has(normal) || SPANISH_STOP_WORDS.has(normal);
}
