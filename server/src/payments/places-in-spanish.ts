/** States and territories that Spanish names its own way; the others keep their name. */
const spanish: Readonly<Record<string, string>> = {
  Hawaii: 'Hawái',
  Louisiana: 'Luisiana',
  'New Hampshire': 'Nuevo Hampshire',
  'New Jersey': 'Nueva Jersey',
  'New Mexico': 'Nuevo México',
  'New York': 'Nueva York',
  'North Carolina': 'Carolina del Norte',
  'North Dakota': 'Dakota del Norte',
  Oregon: 'Oregón',
  Pennsylvania: 'Pensilvania',
  'South Carolina': 'Carolina del Sur',
  'South Dakota': 'Dakota del Sur',
  'West Virginia': 'Virginia Occidental',
  'District of Columbia': 'Distrito de Columbia',
  'U.S. Virgin Islands': 'Islas Vírgenes de EE. UU.',
  'American Samoa': 'Samoa Americana',
  'Northern Mariana Islands': 'Islas Marianas del Norte',
};

/** A place as a tax service names it: a county or a city keeps its name. */
export const placeIn = (language: string, place: string): string =>
  language === 'es' ? (spanish[place] ?? place) : place;
