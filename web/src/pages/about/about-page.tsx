import { Link } from 'react-router';
import { typeset } from '#lib/typeset.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import styles from './about-page.module.css';

const STRENGTHS = [
  [
    'Conforme, et vérifiable',
    'Les rubriques sont celles du code de l’environnement (articles L125-5, R125-23 et R125-24). Chaque constat porte sa source officielle et sa date ; ce qui n’a pas pu être obtenu est signalé.',
  ],
  [
    'Un PDF en moins d’une minute',
    'Vous donnez l’adresse, vous choisissez la parcelle. Les sources sont interrogées devant vous et le document se télécharge aussitôt.',
  ],
  [
    'Une relecture humaine',
    'Sur demande. Un constat vous surprend ? Écrivez-nous par « Contact », avec la référence du document : une personne reprend avec vous chaque source. Ce contrôle ne remplace pas une étude de terrain.',
  ],
  [
    'Une assistance par écrit',
    'Vos questions trouvent d’abord réponse dans l’aide ; pour le reste, un message suffit.',
  ],
  [
    'Un crédit sûr, une facture simple',
    'Le crédit n’est débité qu’une fois le document prêt. La carte se saisit chez notre prestataire de paiement et chaque achat a sa facture.',
  ],
  [
    'Une preuve pour la suite',
    'La remise à la visite laisse un récépissé daté, et chacun peut vérifier qu’un document est authentique et toujours valable.',
  ],
] as const;

export function AboutPage() {
  return (
    <TextPage
      title="À propos de Clairisque"
      lead="Clairisque établit en ligne l’état des risques d’un bien et l’état des nuisances sonores aériennes, pour ceux qui vendent, qui louent, et pour les professionnels qui les accompagnent."
    >
      <div className={styles.pair}>
        <TextSection id="mission" title="Notre mission">
          <p>
            Les données sur les risques sont publiques, mais réparties entre plusieurs services et écrites pour des
            spécialistes. Nous les réunissons pour une parcelle, nous les expliquons en langage clair et nous en faisons
            le document que la loi demande.
          </p>
          <p>
            Nous sommes un service privé, indépendant des administrations qui publient ces données. Elles restent
            gratuites sur <a href="https://www.georisques.gouv.fr">georisques.gouv.fr</a>&nbsp;: ce que nous vendons,
            c’est le travail fait et sa preuve.
          </p>
        </TextSection>
        <TextSection id="limites" title="Ce que nous ne faisons pas">
          <ul>
            <li>Inventer une note ou un score&nbsp;: un état des risques rapporte des faits.</li>
            <li>
              Présenter une absence de réponse comme une bonne nouvelle&nbsp;: une donnée manquante est signalée comme
              telle.
            </li>
            <li>Remplacer une étude technique, une visite ou le conseil de votre notaire.</li>
            <li>Vendre ou céder ce que vous nous confiez.</li>
          </ul>
        </TextSection>
      </div>
      <TextSection id="points-forts" title="Ce que vous pouvez attendre de nous" isWide>
        <ul className={styles.strengths}>
          {STRENGTHS.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{typeset(text)}</p>
            </li>
          ))}
        </ul>
      </TextSection>
      <div className={styles.pair}>
        <TextSection id="equipe" title="L’équipe">
          <p>
            Un état des risques demande du droit, de la cartographie et du logiciel. Chaque règle que nous appliquons
            cite l’article qui la fonde ; elle est vérifiée sur des cas connus à chaque modification du service.
          </p>
          <p>
            L’éditeur et le directeur de la publication sont nommés dans les{' '}
            <Link to={paths.legal}>mentions légales</Link>.
          </p>
        </TextSection>
        <TextSection id="vision" title="Notre vision">
          <p>
            Qu’on lise un état des risques au lieu de le signer sans le lire. Qu’un acquéreur sache en dix secondes ce
            qui concerne son terrain, et qu’un vendeur prouve sans effort qu’il l’a dit à temps.
          </p>
          <ButtonLink to={paths.wizard}>Réaliser un Etat des Risques</ButtonLink>
        </TextSection>
      </div>
    </TextPage>
  );
}
