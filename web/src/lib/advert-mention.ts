/** Art. R125-25 of the Code de l'environnement: verbatim in every advert, for sale or for rent, in any medium. */
export const MENTION =
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques : www.georisques.gouv.fr';
