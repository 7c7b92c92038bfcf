/** Art. R125-25 of the Code de l'environnement: in every advert, for sale or for rent, whatever carries it. Letter for letter. */
export const MENTION =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr';
