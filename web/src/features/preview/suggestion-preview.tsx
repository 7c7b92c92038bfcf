import { Badge } from '#ui/state.tsx';
import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';
import styles from './suggestion-preview.module.css';
import { useSuggestionPreview } from './preview-query.ts';
import { linesOf } from './preview-summary.ts';

/** What is known at a suggestion while the user still types, in words; nothing where a supplier would be needed. */
export function SuggestionPreview({ suggestion }: { suggestion: Suggestion }) {
  const { data } = useSuggestionPreview(suggestion);
  if (suggestion.hasPreview !== true || suggestion.properties.citycode === undefined) return null;
  return (
    <div className={styles.preview} aria-busy={data === undefined}>
      <p className={styles.title}>
        Aperçu gratuit à cette adresse {data?.specimen === true && <Badge tone="late">Données fictives</Badge>}
      </p>
      {data && linesOf(data).map((line) => <p key={line}>{line}</p>)}
    </div>
  );
}
