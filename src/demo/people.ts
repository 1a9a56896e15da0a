/** The people of the demo conference. All of them are made up. */
interface Person {
  name: string
  position: string
  organisation: string
  city: string
  country: string
  biography: string
}

const PEOPLE = `
Amara Quist | Database engineer | Tidepool Data | Mombasa | Kenya | repairs query planners and old bicycles
Tobin Eskildane | Maintainer | Ropewalk Tools | Aarhus | Denmark | keeps a build tool small since it was a weekend project
Leocadia Moraves | Front-end developer | Studio Halyard | Porto | Portugal | draws charts that people can read
Ravindra Pellathur | Site reliability engineer | Northquay Hosting | Chennai | India | collects the stories behind outages
Wanjiru Osgate | Community lead | Open Harbour Network | Nairobi | Kenya | runs meetups in three towns and one ferry
Mattias Fjordheim | Security researcher | Lockkeeper Lab | Bergen | Norway | reads protocols as others read novels
Ines Corvalho Brandt | Technical writer | Fathom Docs | Hamburg | Germany | believes that an example says more than a page
Kwabena Astley | Compiler developer | Sextant Languages | Accra | Ghana | writes parsers for fun and type checkers for a living
Yuna Haldorsen | Interaction designer | Studio Halyard | Reykjavik | Iceland | tests interfaces with gloves on
Dmitri Valdane | Storage developer | Tidepool Data | Tallinn | Estonia | makes sure that what is written stays written
Halima Ndegwa-Roth | Data journalist | The Daily Beacon | Kisumu | Kenya | asks tables uncomfortable questions
Jonas Wetherill | Network engineer | Northquay Hosting | Leeds | United Kingdom | counts packets and birds
Sunniva Ekblad | Teacher | School of the Outer Isles | Visby | Sweden | brings free software into small schools
Omar Belkassim | Mobile developer | Dhow Apps | Rabat | Morocco | builds for slow networks first
Priya Varmanand | Machine learning engineer | Plumbline | Pune | India | prefers small models that explain themselves
Caspian Ruthven | Release manager | Ropewalk Tools | Edinburgh | United Kingdom | has shipped on a Friday, once
Nomvula Sethokane | Accessibility specialist | Clear Passage | Durban | South Africa | listens to web pages all day
Elias Granholm | Kernel contributor | Keelworks | Turku | Finland | fixes the drivers of forgotten hardware
Marisol Quintanegra | Product engineer | Harbour Tickets | Valparaiso | Chile | turns queues into waiting lists
Bao Linh Truc | Maps developer | Compass Rose | Da Nang | Vietnam | walks every street before it is drawn
Fergus Abernale | Systems programmer | Keelworks | Galway | Ireland | measures twice and allocates once
Zuri Mkandara | Student | Coast Polytechnic | Mombasa | Kenya | wrote her first patch on a phone
Anneli Korhovaara | Archivist | Library of the Sound | Helsinki | Finland | keeps file formats alive
Teodor Vasilache | Typographer | Fathom Docs | Cluj | Romania | cares about the space between words
Ximena Orduña | Cryptographer | Lockkeeper Lab | Oaxaca | Mexico | explains secrets without telling them
Pita Tuiloma | Radio amateur | Island Mesh | Apia | Samoa | connects villages with antennas and patience
Greta Lindqvaern | Translator | Many Tongues | Uppsala | Sweden | has opinions about plural forms
Solomon Adeyinka-Price | Platform engineer | Harbour Tickets | Lagos | Nigeria | deletes more code than he writes
Mireille Castaing | Open data officer | City of Portclair | Marseille | France | publishes timetables before they change
Hiroto Amanegawa | Game developer | Paper Lantern Games | Kanazawa | Japan | simulates weather for the joy of it`

export const people: readonly Person[] = PEOPLE.trim()
  .split('\n')
  .map((line) => {
    const [name, position, organisation, city, country, habit] = line.split(' | ') as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    return {
      name,
      position,
      organisation,
      city,
      country,
      biography: `${name} lives in ${city} and ${habit}.`,
    }
  })
