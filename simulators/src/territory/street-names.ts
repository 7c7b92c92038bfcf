/** Ten kinds by ninety names: no two streets within some ten kilometres of a commune's centre have the same name. */
export const STREET_TYPES: readonly string[] = [
  'Rue', 'Avenue', 'Chemin', 'Boulevard', 'Allée', 'Impasse', 'Route', 'Cours', 'Quai', 'Passage',
]; // prettier-ignore

export const STREET_NAMES: readonly string[] = [
  'de la République', 'Victor Hugo', 'Jean Jaurès', 'des Écoles', 'de la Gare', 'du Moulin', 'de l’Église', 'Pasteur',
  'de la Mairie', 'des Lilas', 'du Général de Gaulle', 'de la Fontaine', 'Jean Moulin', 'des Jardins', 'Gambetta',
  'de la Paix', 'du Château', 'Émile Zola', 'des Tilleuls', 'de la Liberté', 'Marie Curie', 'du Stade', 'Jules Ferry',
  'des Acacias', 'de Verdun', 'du Lavoir', 'George Sand', 'des Vignes', 'de la Poste', 'Louis Pasteur', 'du Port',
  'Simone Veil', 'des Cerisiers', 'de la Libération', 'Albert Camus', 'du Pont', 'Joliot-Curie', 'des Prés', 'Voltaire',
  'de la Forge', 'Anatole France', 'des Marronniers', 'de Bretagne', 'Jacques Prévert', 'du Marché', 'Molière',
  'de la Croix', 'des Platanes', 'Berthelot', 'du Clos', 'Paul Éluard', 'de la Vallée', 'des Peupliers', 'Colette',
  'du Puits', 'Jean de La Fontaine', 'de la Source', 'des Roses', 'Louise Michel', 'du Parc', 'Alphonse Daudet',
  'de Provence', 'des Champs', 'Claude Debussy', 'du Bois', 'Rosa Parks', 'de la Plage', 'des Mimosas', 'Diderot',
  'du Canal', 'Olympe de Gouges', 'de Normandie', 'des Artisans', 'Frédéric Mistral', 'du Commerce', 'Camille Claudel',
  'de la Tour', 'des Ormes', 'Saint-Exupéry', 'du Levant', 'Henri Barbusse', 'de Lorraine', 'des Violettes', 'Rabelais',
  'du Couvent', 'Joséphine Baker', 'de la Concorde', 'des Fauvettes', 'Gustave Eiffel', 'du Midi',
]; // prettier-ignore
