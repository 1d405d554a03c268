const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u));

/** Lower-case words that may stand inside a name between two capitalised ones. */
export const PARTICLES = words(
  `of de del la las los der den van von vom zu di da do dos das du des le el al bin ibn y e`,
);

/** Particles that need another particle or a listed head in front: `Department of Health and Care`. */
export const JOINERS = words('and the of y e & for la los las');

/** Heads whose names may go on behind "and": `Ministry of Food and Agriculture`. */
export const JOINING_HEADS =
  words(`department ministry institute bureau office center centre school faculty college
society association council committee board agency museum academy journal ministerio departamento instituto facultad
escuela consejo agencia museo`);

/** Forms of address and offices in front of a person's name; folded. */
export const PERSON_TITLES =
  words(`mr mrs ms miss dr prof professor sir dame lord lady president senator judge justice
captain general colonel major lieutenant sergeant minister chancellor secretary governor mayor reverend bishop cardinal
don dona sr sra srta dra profesor profesora presidente presidenta senador capitan coronel ministro ministra alcalde`);

/** Offices that belong to the name itself: `King George`, `Saint Helena`. */
export const NAME_TITLES =
  words(`king queen prince princess pope saint st emperor empress duke duchess count earl baron
rey reina principe princesa papa san santa santo conde duque`);

/** Words that tell an organisation wherever they stand in a name; folded. */
export const ORGANIZATION_WORDS =
  words(`inc llc ltd limited gmbh ag plc corp corporation company co nv bv sa sl srl kg
oy ab llp lp group holdings bank university institute college academy association foundation society ministry department
agency committee council commission records press pictures studios studio party league club fc orchestra museum
laboratories laboratory hospital church airlines airways motors industries systems technologies partners capital union
federation organization organisation authority bureau board band choir ensemble universidad instituto ministerio
asociacion fundacion banco compania sociedad empresa grupo ayuntamiento consejo comision partido liga museo hospital`);

/** Last words that tell a place; folded. */
export const PLACE_TAILS =
  words(`river lake mountain mountains island islands county city street avenue road bay sea
ocean valley peninsula province district region village town bridge square airport station harbour harbor desert forest
canyon gulf`);

/** First words that tell a place; folded. */
export const PLACE_HEADS =
  words(`lake mount river rio lago monte isla islas calle avenida plaza provincia puerto sierra
valle bahia mar ciudad`);

/** Last words that tell a work; folded. */
export const WORK_WORDS =
  words(`film novel song album symphony opera suite trilogy saga treaty act directive regulation
magazine newspaper gazette journal pelicula novela cancion`);

/** What points into the document itself: `Figure 2`, `Section 4.1`; no names. */
export const REFERENCE_WORDS =
  words(`figure fig table section chapter page part appendix annex article clause paragraph
step note equation exhibit schedule item question figura tabla seccion capitulo pagina anexo articulo apartado paso
nota`);

/** Months and days, folded, English and Spanish. */
export const CALENDAR_WORDS =
  words(`january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed
thu fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
lunes martes miercoles jueves viernes sabado domingo`);

/** Words that often begin a sentence with a capital and are part of no name; folded. */
export const STARTERS =
  words(`however although because since therefore thus hence also moreover furthermore meanwhile
please yes no many several most some all each every both either neither other another such despite during within without
according based following given if unless until upon while whereas today yesterday tomorrow later earlier finally first
second third next then here there what when where which who whose why how one two three four five six seven eight nine
ten new old see use only even just still never always often sometimes perhaps maybe instead otherwise like unlike click
press enter select open close set check make sure note warning caution important tip example overview summary
introduction conclusion contents its his her their our your my this that these those it he she they we you i an a the
after before at by for from in into of on over per through to under with as and but or nor so yet not
sin embargo aunque porque ademas tambien mientras segun durante dentro hoy ayer manana luego despues antes finalmente
primero segundo tercero cuando donde quien cual como cada todo toda todos todas algunos algunas muchos muchas varios
varias otro otra otros otras este esta estos estas ese esa esos esas el la los las un una unos unas su sus en con por
para desde hasta sobre entre al del de y o pero si no se lo le les nos`);

/** Headings that say nothing about what stands below; folded. */
export const GENERIC_HEADINGS =
  words(`introduction overview summary abstract conclusion conclusions contents references
bibliography appendix annex background discussion results methods notes acknowledgements index preface foreword faq faqs
general definitions scope purpose history life career biography plot cast questions answers introduccion resumen
conclusion conclusiones indice referencias bibliografia anexo antecedentes resultados notas prologo preguntas
definiciones objeto alcance historia vida`);
