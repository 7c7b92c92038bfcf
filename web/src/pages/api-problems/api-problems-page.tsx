import { PROBLEMS, problemStatus, type ProblemCode } from '@clairisque/contract/common/problems.ts';
import { typeset } from '#lib/typeset.ts';
import { Badge } from '#ui/state.tsx';
import { TextPage, TextSection } from '#ui/text-page.tsx';

const CODES = (Object.keys(PROBLEMS) as ProblemCode[]).toSorted(
  (one, other) => problemStatus(one) - problemStatus(other) || one.localeCompare(other),
);

/** The documentation of each code of API v3: the address that its refusals give. */
export function ApiProblemsPage() {
  return (
    <TextPage
      title="Erreurs de l’API"
      lead="Chaque refus de l’API a un code qui ne change pas, une phrase en français à montrer, et l’adresse de son paragraphe ici. « request_id » est le numéro à nous donner."
      contents={{ title: 'Codes', entries: CODES.map((code) => ({ id: code, title: code, lang: 'en' })) }}
    >
      {CODES.map((code) => (
        <TextSection key={code} id={code} title={code} lang="en">
          <p>
            <Badge>{problemStatus(code)}</Badge>{' '}
            <code lang="en">&quot;title&quot;: &quot;{PROBLEMS[code].title}&quot;</code>
          </p>
          <p>
            <strong>{typeset('Quoi faire :')}</strong> {typeset(PROBLEMS[code].remedy)}
          </p>
        </TextSection>
      ))}
    </TextPage>
  );
}
