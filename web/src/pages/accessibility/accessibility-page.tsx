import { ACCESSIBILITY_TERMS } from '@clairisque/contract/common/terms.ts';
import { usePublisher } from '#lib/publisher.ts';
import { typeset } from '#lib/typeset.ts';
import { LoadingNotice } from '#ui/skeleton.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';

const SERVICE = { id: 'service', title: 'Le service' };
const REQUIREMENTS = { id: 'exigences', title: 'Comment les exigences sont remplies' };
const LIMITS = { id: 'limites', title: 'Ce qui ne l’est pas encore' };
const CONTACT = { id: 'difficulte', title: 'Signaler une difficulté' };
const ENTRIES = [SERVICE, REQUIREMENTS, LIMITS, CONTACT];

/** What annex C of the Code de la consommation asks of an online shop: due by a company of a certain size. */
export function AccessibilityPage() {
  const { data } = usePublisher();
  const [service = '', requirements = ''] = ACCESSIBILITY_TERMS.paragraphs;
  if (data === undefined) {
    return (
      <TextPage title="Accessibilité">
        <LoadingNotice>Chargement…</LoadingNotice>
      </TextPage>
    );
  }
  return (
    <TextPage
      title="Accessibilité"
      lead={
        data.accessibilite
          ? 'Description prévue aux articles L412-13 et D412-50 du code de la consommation.'
          : 'L’article D412-50 du code de la consommation demande cette description aux entreprises de dix personnes ou plus, ou de plus de deux millions d’euros de chiffre d’affaires. La voici sans condition de taille.'
      }
      contents={{ title: 'Sommaire', entries: ENTRIES }}
    >
      <TextSection {...SERVICE}>
        <p>{typeset(service)}</p>
      </TextSection>
      <TextSection {...REQUIREMENTS}>
        <p>{typeset(requirements)}</p>
        <p>
          Les pages sont contrôlées automatiquement et au clavier avant chaque mise en ligne, d’après les règles
          WCAG&nbsp;2.1, niveau AA. Aucun organisme ne les a certifiées.
        </p>
      </TextSection>
      <TextSection {...LIMITS}>
        <p>
          La carte se lit mal avec un lecteur d’écran&nbsp;: la liste des parcelles la remplace. Les pages d’origine de
          l’État, jointes au PDF, sont des images dont le texte est donné quand il a pu être lu.
        </p>
      </TextSection>
      <TextSection {...CONTACT}>
        <p>
          Écrivez à <a href={`mailto:${data.email}`}>{data.email}</a>, en disant la page et la difficulté.
          {data.accessibilite && ' Vous pouvez aussi saisir la DGCCRF, qui contrôle cette obligation.'}
        </p>
      </TextSection>
    </TextPage>
  );
}
