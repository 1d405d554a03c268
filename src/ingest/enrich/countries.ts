/** Country and its adjective in English, a pair a line; several adjectives are separated by `/`. Facts of common use. */
const TABLE = `Afghanistan:Afghan Albania:Albanian Algeria:Algerian Angola:Angolan Argentina:Argentine/Argentinian
Armenia:Armenian Australia:Australian Austria:Austrian Azerbaijan:Azerbaijani Bahrain:Bahraini Bangladesh:Bangladeshi
Belarus:Belarusian Belgium:Belgian Bolivia:Bolivian Bosnia:Bosnian Botswana:Botswanan Brazil:Brazilian
Bulgaria:Bulgarian Cambodia:Cambodian Cameroon:Cameroonian Canada:Canadian Chad:Chadian Chile:Chilean China:Chinese
Colombia:Colombian Croatia:Croatian Cuba:Cuban Cyprus:Cypriot Denmark:Danish Ecuador:Ecuadorian Egypt:Egyptian
England:English Estonia:Estonian Ethiopia:Ethiopian Finland:Finnish France:French Georgia:Georgian Germany:German
Ghana:Ghanaian Greece:Greek Guatemala:Guatemalan Haiti:Haitian Honduras:Honduran Hungary:Hungarian Iceland:Icelandic
India:Indian Indonesia:Indonesian Iran:Iranian Iraq:Iraqi Ireland:Irish Israel:Israeli Italy:Italian Jamaica:Jamaican
Japan:Japanese Jordan:Jordanian Kazakhstan:Kazakh Kenya:Kenyan Kuwait:Kuwaiti Laos:Laotian Latvia:Latvian
Lebanon:Lebanese Libya:Libyan Lithuania:Lithuanian Luxembourg:Luxembourgish Malaysia:Malaysian Malta:Maltese
Mexico:Mexican Moldova:Moldovan Mongolia:Mongolian Morocco:Moroccan Mozambique:Mozambican Namibia:Namibian
Nepal:Nepalese Netherlands:Dutch Nicaragua:Nicaraguan Nigeria:Nigerian Norway:Norwegian Pakistan:Pakistani
Panama:Panamanian Paraguay:Paraguayan Peru:Peruvian Philippines:Filipino/Philippine Poland:Polish Portugal:Portuguese
Qatar:Qatari Romania:Romanian Russia:Russian Rwanda:Rwandan Scotland:Scottish Senegal:Senegalese Serbia:Serbian
Singapore:Singaporean Slovakia:Slovak Slovenia:Slovenian Somalia:Somali Spain:Spanish Sudan:Sudanese Sweden:Swedish
Switzerland:Swiss Syria:Syrian Taiwan:Taiwanese Tanzania:Tanzanian Thailand:Thai Tunisia:Tunisian Turkey:Turkish
Uganda:Ugandan Ukraine:Ukrainian Uruguay:Uruguayan Venezuela:Venezuelan Vietnam:Vietnamese Wales:Welsh Yemen:Yemeni
Zambia:Zambian Zimbabwe:Zimbabwean`;

const FURTHER = [
  'United States',
  'United Kingdom',
  'South Africa',
  'New Zealand',
  'South Korea',
  'North Korea',
];
const FURTHER_ADJECTIVES = ['American', 'British', 'South African', 'South Korean', 'Soviet', 'Korean'];
const SPANISH = [
  'España',
  'Francia',
  'Alemania',
  'Italia',
  'Inglaterra',
  'Estados Unidos',
  'Reino Unido',
  'Brasil',
];

const pairs = TABLE.split(/\s+/u).map((pair) => pair.split(':') as [string, string]);

/** Names of countries as they are written. */
export const COUNTRIES: ReadonlySet<string> = new Set([
  ...pairs.map(([country]) => country),
  ...FURTHER,
  ...SPANISH,
]);

/** English adjectives of countries as they are written, longest first. */
export const NATIONALITIES: readonly string[] = [
  ...pairs.flatMap(([, adjectives]) => adjectives.split('/')),
  ...FURTHER_ADJECTIVES,
].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
