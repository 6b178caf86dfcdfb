// Further names of towns. The package has one name for each: 'Lisbon', but 'Köln'. These are names that people type in
// the town's own language, in English, or in neighboring languages; a town is identified by its country and its name in
// the package.

const lines = `
AE Dubai: Dubayy
AM Yerevan: Erevan
AT Vienna: Wien, Vienne
BD Chittagong: Chattogram
BE Antwerpen: Antwerp, Anvers
BE Brugge: Bruges
BE Brussels: Bruxelles, Brussel
BE Gent: Ghent, Gand
BE Leuven: Louvain
BE Liège: Luik, Lüttich
BG Sofia: Sofiya
CA Montréal: Montreal
CH Basel: Bâle, Basle
CH Bern: Berne
CH Genève: Geneva, Genf, Ginevra
CH Luzern: Lucerne
CH Sankt Gallen: St. Gallen
CN Beijing: Peking
CN Guangzhou: Canton
CO Cartagena: Cartagena de Indias
CU Havana: La Habana
CZ Pilsen: Plzeň
CZ Prague: Praha, Prag
DE Aachen: Aix-la-Chapelle
DE Braunschweig: Brunswick
DE Frankfurt am Main: Frankfurt
DE Hannover: Hanover
DE Köln: Cologne, Koeln
DE Munich: München, Muenchen
DE Nürnberg: Nuremberg
DK Copenhagen: København, Kopenhagen
DK Århus: Aarhus
EG Alexandria: Al Iskandariyah
EG Cairo: Al Qahirah, Le Caire, Kairo
ES A Coruña: La Coruña, Corunna
ES Sevilla: Seville
ES Zaragoza: Saragossa
FI Helsinki: Helsingfors
FI Turku: Åbo
FR Lyon: Lyons
FR Marseille: Marseilles
FR Nice: Nizza
FR Strasbourg: Straßburg
GR Athens: Athina
GR Irákleion: Heraklion
GR Pátra: Patras
GR Thessaloníki: Salonica
ID Jakarta: Djakarta
IE Dublin: Baile Átha Cliath
IE Gaillimh: Galway
IE Luimneach: Limerick
IL Jerusalem: Yerushalayim, Al Quds
IN Bengaluru: Bangalore
IN Chennai: Madras
IN Kolkata: Calcutta
IN Mumbai: Bombay
IT Florence: Firenze, Florenz
IT Genoa: Genova, Genua
IT Milan: Milano, Mailand
IT Naples: Napoli, Neapel
IT Rome: Roma, Rom
IT Turin: Torino
IT Venice: Venezia, Venedig
KZ Almaty: Alma-Ata
LU Luxembourg: Lëtzebuerg, Luxemburg
MA Fès: Fez
MA Marrakesh: Marrakech
MA Tangier: Tanger
MM Yangon: Rangoon
MN Ulan Bator: Ulaanbaatar
MX Mexico City: Ciudad de México, CDMX
NL The Hague: Den Haag, 's-Gravenhage
PH Manila: Maynila
PL Gdańsk: Danzig
PL Kraków: Cracow, Krakau
PL Warsaw: Warszawa, Warschau
PL Wrocław: Breslau
PT Lisbon: Lisboa, Lisbonne, Lissabon
PT Porto: Oporto
RO Bucharest: București
RS Belgrade: Beograd
RU Moscow: Moskva, Moskau
RU Saint Petersburg: Sankt-Peterburg, Petersburg
SA Jeddah: Jidda
SA Mecca: Makkah
SE Göteborg: Gothenburg
SG Singapore: Singapura
SY Aleppo: Halab
SY Damascus: Dimashq
TH Bangkok: Krung Thep
TR Istanbul: Constantinople
TR İzmir: Smyrna
UA Kharkiv: Kharkov
UA Kyiv: Kiev, Kyjiw
UA Lviv: Lvov, Lwów, Lemberg
UA Odessa: Odesa
US New York City: New York, NYC
US Los Angeles: LA
US San Francisco: SF
US Washington, D.C.: Washington DC
VN Ho Chi Minh City: Saigon, Thành phố Hồ Chí Minh
ZA Cape Town: Kaapstad
ZA Port Elizabeth: Gqeberha
`;

/** Further names by country and name: `PT Lisbon`. */
export const otherNames: ReadonlyMap<string, readonly string[]> = new Map(
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [town = "", names = ""] = line.split(": ");
      return [town, names.split(", ")] as const;
    }),
);
