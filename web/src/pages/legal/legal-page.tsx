import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';
import { PUBLISHER_SECTIONS, PublisherDetails } from './publisher-details.tsx';

const PURPOSE = { id: 'objet', title: 'Objet du site' };
const DATA = { id: 'donnees-personnelles', title: 'Données personnelles' };
const PROPERTY = { id: 'propriete-intellectuelle', title: 'Propriété intellectuelle' };
const LIABILITY = { id: 'responsabilite', title: 'Responsabilité' };
const ENTRIES = [...PUBLISHER_SECTIONS, PURPOSE, DATA, PROPERTY, LIABILITY];

export function LegalPage() {
  const goBack = useGoBack();
  return (
    <TextPage title="Mentions légales" contents={{ title: 'Sommaire', entries: ENTRIES }}>
      <PublisherDetails />
      <TextSection {...PURPOSE}>
        <p>
          Ce site établit et délivre l’état des risques et l’état des nuisances sonores aériennes d’un bien immobilier,
          et vend les crédits qui y donnent droit. Les ventes sont régies par les{' '}
          <Link to={paths.terms}>conditions générales de vente</Link>. La page{' '}
          <Link to={paths.accessibility}>Accessibilité</Link> dit comment ce service peut être utilisé avec un handicap.
          Clairisque est un service privé&nbsp;: il n’est ni édité, ni agréé, ni recommandé par l’État.
        </p>
      </TextSection>
      <TextSection {...DATA}>
        <p>
          L’éditeur est responsable des traitements. Les données recueillies, leur usage, leur durée et vos droits sont
          décrits dans la page <Link to={paths.privacy}>Confidentialité et cookies</Link>.
        </p>
      </TextSection>
      <TextSection {...PROPERTY}>
        <p>
          Le site, sa marque, ses textes et ses modèles de document appartiennent à l’éditeur et ne peuvent être
          reproduits sans son accord. Vous pouvez reproduire et remettre librement les états que vous avez établis.
        </p>
        <p>
          Les données publiques restent soumises à la licence de leur producteur (Géorisques, IGN, cadastre, Base
          Adresse Nationale, OpenStreetMap), indiquée dans chaque document.
        </p>
      </TextSection>
      <TextSection {...LIABILITY}>
        <p>
          Le document restitue les données publiées à la date qu’il porte. L’éditeur répond de la fidélité de cette
          restitution, non des erreurs des données elles-mêmes, ni des déclarations du vendeur ou du bailleur. L’état ne
          remplace ni une étude technique ni une visite.
        </p>
        <p>
          L’éditeur n’est pas responsable du contenu des sites vers lesquels celui-ci renvoie, ni de l’indisponibilité
          des services publics qu’il interroge.
        </p>
      </TextSection>
      <div>
        <Button variant="secondary" icon={<ArrowLeft aria-hidden="true" />} onClick={goBack}>
          Retour
        </Button>
      </div>
    </TextPage>
  );
}

/** Goes one page back, or home when the page was opened by its URL. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const state = window.history.state as { idx?: number } | null;
    void (state?.idx ? navigate(-1) : navigate(paths.home));
  };
}
