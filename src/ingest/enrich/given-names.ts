const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));

/** Frequent given names, folded: a name of two or more words that begins with one is a person's. */
export const GIVEN_NAMES =
  words(`aaron ada adam adrian agnes aidan alan albert alejandro alex alexander alexandra alfred
alice alicia allison amanda amelia amy ana andrea andres andrew andy angel angela anita ann anna anne annie anthony
antonio arthur ashley audrey barbara beatrice beatriz ben benjamin bernard beth betty bill billy bob bobby brad brandon
brenda brian bruce carl carla carlos carmen carol caroline catherine cecilia charles charlie charlotte chris christian
christina christine christopher claire clara clive colin connie craig cristina curtis cynthia dan daniel daniela danny
dave david dean deborah denis dennis derek diana diane diego dominic don donald donna dorothy douglas duncan earl edgar
edith eduardo edward edwin elaine eleanor elena eli elizabeth ellen emily emma enrique eric erik ernest esther ethan
eugene eva evan evelyn felipe felix fernando fiona florence frances francis francisco frank franz fred frederick
gabriel gary gavin gemma geoffrey george gerald gerard gilbert gina gloria gordon grace graham greg gregory guillermo
gustav gustavo guy hannah hans harold harriet harry harvey hector heinrich helen helena henry herbert hermann howard hugh
hugo ian ignacio irene isaac isabel isabella ivan jack jackie jacob jacques jaime jake james jan jane janet jason javier
jean jeff jeffrey jennifer jeremy jerry jessica jesus jill jim jimmy joan joanna joe joel johann john johnny jon jonathan
jordan jorge jose joseph josephine josh joshua joyce juan juana judith julia julian juliana julie julio justin karen karl
kate katherine kathleen kathryn katie keith kelly ken kenneth kevin kim kyle lance larry laura lauren laurence lawrence
lee leo leon leonard leslie lewis lillian linda lisa lois louis louise luca lucas lucia lucy luis luke lynn madeleine
manuel marco marcos marcus margaret maria marie mario mark marta martha martin mary mateo matthew maurice max megan
melanie melissa michael michelle miguel mike mildred molly monica nadia nancy natalie nathan neil nicholas nick nicolas
nicole nigel nina nora norman oliver olivia oscar otto owen pablo pamela patricia patrick paul paula pedro peggy penelope
pete peter phil philip philippa phillip pierre rachel rafael ralph ramon raul ray raymond rebecca richard rick rita
robert roberto robin rodrigo roger roland ron ronald rosa rose ross roy ruben rupert russell ruth ryan sally sam samantha
samuel sandra sara sarah scott sean sebastian sergio sharon sheila sidney silvia simon sofia sonia sophia sophie stanley
stella stephanie stephen steve steven stuart susan susana suzanne sylvia tamara ted teresa terry theodore theresa thomas
tim timothy tina todd tom tommy tony tracy valentina valerie vanessa veronica vicente victor victoria vincent violet
virginia vivian walter warren wendy wilhelm will william willie winston yolanda yvonne zoe`);
