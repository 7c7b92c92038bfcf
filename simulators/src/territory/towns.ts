/**
 * Towns at their real place, chosen to show every kind of risk. `radiusKm`: no other commune's centre is nearer than
 * twice that, so that a commune answers as itself that far around its centre.
 */
export type Town = { insee: string; longitude: number; latitude: number; radiusKm: number; shows: string };

function town(insee: string, [longitude, latitude, radiusKm]: [number, number, number], shows: string): Town {
  return { insee, longitude, latitude, radiusKm, shows };
}

function arrondissements(first: number, [radiusKm, shows]: [number, string], centres: [number, number][]): Town[] {
  return centres.map(([longitude, latitude], i) => ({
    insee: String(first + i),
    longitude,
    latitude,
    radiusKm,
    shows,
  }));
}

const PARIS = arrondissements(75_101, [1.2, 'inondation de la Seine, carrières, codes d’arrondissement'], [
  [2.3364, 48.8626], [2.3428, 48.8683], [2.36, 48.8629], [2.3576, 48.8543], [2.3507, 48.8445], [2.3327, 48.8491],
  [2.3122, 48.8562], [2.3126, 48.8727], [2.3375, 48.8772], [2.3607, 48.8761], [2.38, 48.8591], [2.4, 48.84],
  [2.3623, 48.8283], [2.3265, 48.8292], [2.2928, 48.8401], [2.262, 48.8604], [2.3068, 48.8873], [2.3481, 48.8925],
  [2.3848, 48.8871], [2.4011, 48.8634],
]); // prettier-ignore
const LYON = arrondissements(69_381, [1.1, 'inondation, balmes, PPRT voisin, codes d’arrondissement'], [
  [4.8289, 45.7699], [4.8266, 45.7505], [4.8676, 45.7535], [4.8245, 45.779], [4.805, 45.756], [4.853, 45.772],
  [4.84, 45.734], [4.869, 45.734], [4.803, 45.783],
]); // prettier-ignore
const MARSEILLE = arrondissements(13_201, [1.6, 'feu de forêt, argiles, préfixes de section, codes d’arrondissement'], [
  [5.3835, 43.2975], [5.365, 43.308], [5.379, 43.3095], [5.403, 43.306], [5.401, 43.293], [5.38, 43.287],
  [5.363, 43.283], [5.382, 43.25], [5.448, 43.232], [5.426, 43.276], [5.484, 43.289], [5.44, 43.307], [5.43, 43.348],
  [5.393, 43.348], [5.365, 43.356], [5.312, 43.364],
]); // prettier-ignore

const WEST = [
  town('35288', [-2.0036, 48.6405, 3], 'submersion marine, recul du trait de côte, radon 1'),
  town('33214', [-1.078, 44.978, 6], 'recul du trait de côte, feu de forêt'),
  town('33514', [-1.126, 45.512, 2], 'recul du trait de côte à 30 et 100 ans'),
  town('17300', [-1.1508, 46.1591, 3], 'submersion marine, PEB'),
  town('85001', [-1.32, 46.33, 1.5], 'submersion marine (Xynthia)'),
  town('85194', [-1.783, 46.497, 3], 'submersion marine'),
  town('40046', [-1.163, 44.394, 4], 'recul du trait de côte, remontée de nappe'),
  town('64102', [-1.4748, 43.4929, 2], 'inondation de l’Adour'),
  town('17306', [-1.028, 45.623, 2], 'submersion marine'),
  town('44109', [-1.5536, 47.2184, 4], 'inondation, radon 3, PEB'),
  town('35238', [-1.6778, 48.1173, 4], 'inondation de la Vilaine'),
  town('29019', [-4.4861, 48.3904, 3], 'radon 3'),
  town('29232', [-4.1024, 47.996, 3], 'inondation, radon 3'),
  town('56121', [-3.37, 47.748, 2], 'submersion marine, PEB'),
  town('50129', [-1.622, 49.639, 3], 'nucléaire, radon 3'),
  town('14118', [-0.3707, 49.1829, 3], 'inondation, cavités'),
  town('33063', [-0.5792, 44.8378, 4], 'inondation de la Garonne, argiles'),
];
const NORTH = [
  town('80182', [1.493, 50.182, 2], 'recul du trait de côte, bas-champs'),
  town('62498', [2.8283, 50.4291, 2], 'PPR minier, anciens puits'),
  town('59350', [3.0573, 50.6292, 3], 'cavités (catiches), PEB'),
  town('59183', [2.3768, 51.0344, 2.5], 'PPRT, Seveso seuil haut, submersion'),
  town('76351', [0.1079, 49.4938, 3], 'PPRT, Seveso, falaises'),
  town('76540', [1.0993, 49.4431, 3], 'marnières, Seine, Seveso'),
  town('51454', [4.0317, 49.2583, 3], 'cavités de la craie'),
  town('54395', [6.1844, 48.6921, 3], 'retrait des argiles, mines de fer voisines'),
  town('57463', [6.1757, 49.1193, 3], 'inondation de la Moselle'),
  town('67482', [7.7521, 48.5734, 3], 'remontée de nappe, PPRT, séisme 3'),
  town('67365', [7.71, 48.543, 1], 'contenances nulles au cadastre'),
  town('25349', [6.49, 47.16, 3], 'commune rurale dont une section réelle est enregistrée'),
];
const PARIS_REGION = [
  town('95280', [2.4744, 49.0325, 1.5], 'PEB zone C de Roissy'),
  town('93013', [2.4256, 48.9347, 0.8], 'PEB zone A du Bourget'),
  town('95527', [2.517, 49.0036, 1.5], 'PEB zones A et B de Roissy'),
  town('95127', [2.05, 49.039, 2], 'inondation de l’Oise'),
  town('95018', [2.247, 48.9478, 1.5], 'trois PPR : gypse, argiles, Seine'),
  town('77108', [2.5929, 48.8797, 2], 'secteur d’information sur les sols (gare de triage)'),
  town('78646', [2.1301, 48.8014, 2], 'argiles, cavités'),
  town('93066', [2.3574, 48.9362, 1.2], 'dissolution du gypse, anciens sites industriels'),
];
const SOUTH_EAST = [
  town('42218', [4.3872, 45.4397, 3], 'PPR minier, radon 3, séisme 2'),
  town('69276', [4.8589, 45.6733, 1.2], 'PPRT approuvé de la raffinerie'),
  town('38185', [5.7245, 45.1885, 2.5], 'séisme 4, inondation, mouvements de terrain'),
  town('74056', [6.869, 45.923, 4], 'avalanche, séisme 4'),
  town('05061', [6.079, 44.559, 3], 'mouvements de terrain, séisme 3'),
  town('06088', [7.262, 43.7031, 3], 'séisme 4, submersion, PEB'),
  town('13001', [5.4474, 43.5297, 3], 'obligations de débroussaillement, séisme 4'),
  town('13041', [5.469, 43.454, 2], 'mines, PPR minier, boues'),
  town('13039', [4.945, 43.438, 3], 'PPRT prescrit, Seveso, canalisations'),
  town('83050', [6.464, 43.537, 3], 'crue de la Nartuby, débroussaillement'),
  town('34172', [3.8767, 43.6108, 3], 'inondation, argiles, débroussaillement'),
  town('66136', [2.8954, 42.6986, 3], 'inondation, séisme 3'),
  town('2A004', [8.7386, 41.9192, 3], 'feu de forêt, submersion'),
  town('2B033', [9.45, 42.697, 2], 'feu de forêt, radon 3, amiante'),
];
const CENTRE = [
  town('31555', [1.4437, 43.6043, 4], 'PPR inondation endigué, PPR sécheresse, PEB'),
  town('65286', [-0.0466, 43.0947, 2.5], 'séisme 4, mouvements de terrain'),
  town('87085', [1.2611, 45.8336, 3], 'radon 3, anciennes mines d’uranium'),
  town('63113', [3.087, 45.7772, 3], 'radon 3, séisme 3, PPR pour partie dans le zonage'),
  town('21231', [5.0415, 47.322, 3], 'plan en révision'),
  town('45234', [1.9093, 47.9025, 2.5], 'inondation de la Loire, karst'),
  town('37261', [0.6848, 47.3941, 2.5], 'inondation, coteaux, argiles'),
  town('48095', [3.5, 44.518, 2.5], 'mouvements de terrain, peu de données'),
];
const OVERSEAS = [
  town('97209', [-61.0667, 14.604, 2], 'séisme 5, cyclone, volcan, tsunami'),
  town('97120', [-61.533, 16.241, 1], 'séisme 5, liquéfaction'),
  town('97411', [55.4481, -20.8789, 3], 'cyclone, séisme 2'),
  town('97302', [-52.326, 4.937, 3], 'séisme 1, PEB sans polygone, inondation'),
  town('97611', [45.227, -12.78, 2], 'séisme 3, mouvements de terrain, submersion'),
];

export const TOWNS: readonly Town[] = [
  ...PARIS, ...LYON, ...MARSEILLE, ...PARIS_REGION, ...WEST, ...NORTH, ...SOUTH_EAST, ...CENTRE, ...OVERSEAS,
]; // prettier-ignore

/** Towns on the sea whose centre is too far inland for the rough outline to show it. */
export const SEASIDE_TOWNS: ReadonlySet<string> = new Set([
  '35288', '33214', '33514', '17300', '85001', '85194', '40046', '17306', '29019', '56121', '50129', '13039', '2A004',
  '97209', '97120', '97302', '13201', '13202', '13207', '13208', '13216',
]); // prettier-ignore

/** Where an address without a commune is searched, the most populated first. */
export const BIG_TOWNS: readonly string[] = [
  '75111', '13201', '69383', '31555', '06088', '44109', '34172', '67482', '33063', '59350', '35238', '51454', '42218',
  '76351', '38185', '21231', '29019', '87085', '63113', '66136',
]; // prettier-ignore
