/** Words of the law that the reader of a sale meets for the first time, in alphabetical order. */
export const GLOSSARY: { term: string; text: string }[] = [
  {
    term: 'Aléa',
    text: 'Phénomène qui peut se produire en un lieu : crue, séisme, glissement. Le risque suppose qu’il y ait là des personnes ou des biens.',
  },
  { term: 'Arrêté préfectoral', text: 'Décision du préfet : elle prescrit, approuve ou révise un plan de prévention.' },
  { term: 'CASIAS', text: 'Carte des anciens sites industriels et activités de service, tenue par l’État.' },
  {
    term: 'CATNAT',
    text: 'Reconnaissance par arrêté de l’état de catastrophe naturelle dans une commune ; elle ouvre droit à indemnisation par l’assurance.',
  },
  {
    term: 'Contenance',
    text: 'Surface d’une parcelle inscrite au cadastre. Elle sert à l’impôt et n’est pas mesurée sur le terrain.',
  },
  {
    term: 'DDRM, DICRIM',
    text: 'Dossiers d’information sur les risques majeurs, du département (préfecture) et de la commune (mairie).',
  },
  {
    term: 'Délaissement, expropriation',
    text: 'Secteurs d’un PPRT où le propriétaire peut demander le rachat de son bien, ou s’en voir priver contre indemnité.',
  },
  { term: 'ENSA', text: 'État des nuisances sonores aériennes : la partie 2 de ce document.' },
  {
    term: 'ICPE',
    text: 'Installation classée pour la protection de l’environnement : usine, élevage ou dépôt que l’État surveille. Seveso : les plus dangereuses.',
  },
  {
    term: 'Lden',
    text: 'Indice de bruit qui pèse davantage le soir et la nuit, en décibels. Les plans antérieurs à 2002 emploient l’indice psophique, sans unité.',
  },
  { term: 'OLD', text: 'Obligation légale de débroussaillement.' },
  { term: 'Parcelle', text: 'Unité du cadastre, désignée par un préfixe, une section et un numéro.' },
  { term: 'PEB', text: 'Plan d’exposition au bruit d’un aérodrome.' },
  { term: 'PPR', text: 'Plan de prévention des risques : naturels (PPRN), miniers (PPRM) ou technologiques (PPRT).' },
  {
    term: 'Préfiguration',
    text: 'Carte provisoire du recul du trait de côte, dans l’attente du document d’urbanisme.',
  },
  { term: 'Règlement', text: 'Partie écrite d’un plan : ce qui est interdit, permis ou prescrit dans chaque zone.' },
  {
    term: 'Retrait-gonflement',
    text: 'Mouvement du sol argileux, qui se tasse en séchant et gonfle en s’humidifiant ; il fissure les maisons.',
  },
  { term: 'SIS', text: 'Secteur d’information sur les sols : terrain dont l’État connaît la pollution.' },
  { term: 'Trait de côte', text: 'Limite entre la terre et la mer à marée haute.' },
];
