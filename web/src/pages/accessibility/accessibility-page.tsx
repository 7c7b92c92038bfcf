import { ACCESSIBILITY_TERMS } from '@clairisque/contract/common/terms.ts';
import { usePublisher } from '#lib/publisher.ts';
import { typeset } from '#lib/typeset.ts';
import { LoadingNotice } from '#ui/skeleton.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';

const SERVICE = { id: 'service', title: 'Le service' };
const REQUIREMENTS = { id: 'exigences', title: 'Comment les exigences sont remplies' };
const TESTED = { id: 'essais', title: 'Ce qui a été essayé' };
const LIMITS = { id: 'limites', title: 'Ce qui ne l’a pas été, ou reste difficile' };
const CONTACT = { id: 'difficulte', title: 'Signaler une difficulté' };
const ENTRIES = [SERVICE, REQUIREMENTS, TESTED, LIMITS, CONTACT];

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
      </TextSection>
      <TextSection {...TESTED}>
        <p>
          Avant chaque mise en ligne, des programmes ouvrent toutes les pages et les principaux parcours (s’inscrire,
          établir un état, acheter, remettre un document, renoncer, gérer son compte) et vérifient&nbsp;:
        </p>
        <ul>
          <li>
            les règles WCAG&nbsp;2.2, niveaux A et AA, qu’un outil (axe) sait contrôler, en clair et en sombre&nbsp;;
          </li>
          <li>le clavier seul&nbsp;: chaque étape de la touche Tab est visible, même dans une petite fenêtre&nbsp;;</li>
          <li>320 pixels de large, soit un agrandissement de 400&nbsp;%, sans défilement horizontal&nbsp;;</li>
          <li>le texte espacé et les couleurs forcées&nbsp;;</li>
          <li>les noms et les rôles que le navigateur donne aux lecteurs d’écran&nbsp;;</li>
          <li>le balisage PDF/UA des documents, que leur compilateur contrôle.</li>
        </ul>
      </TextSection>
      <TextSection {...LIMITS}>
        <p>
          Ni un lecteur d’écran réel (NVDA, JAWS, VoiceOver, TalkBack), ni la commande vocale, ni Firefox et Safari, ni
          des personnes handicapées, ni un organisme extérieur n’ont encore éprouvé le site&nbsp;: nous ne déclarons
          donc aucun taux de conformité.
        </p>
        <p>
          La carte reste difficile sans la vue&nbsp;: la liste des parcelles la remplace. Les pages d’origine de l’État,
          jointes au PDF, sont des images dont le texte est donné quand il a pu être lu. Les PDF n’ont pas de champs à
          remplir à l’écran.
        </p>
      </TextSection>
      <TextSection {...CONTACT}>
        <p>
          Écrivez à <a href={`mailto:${data.email}`}>{data.email}</a> ou appelez le {data.telephone}, en disant la page
          et la difficulté&nbsp;: nous vous répondons et, si le site ne peut pas être corrigé aussitôt, nous faisons
          avec vous ce que vous vouliez y faire.
          {data.accessibilite && ' Vous pouvez aussi saisir la DGCCRF, qui contrôle cette obligation.'}
        </p>
      </TextSection>
    </TextPage>
  );
}
