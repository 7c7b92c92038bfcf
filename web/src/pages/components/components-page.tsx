import { TextPage } from '#ui/text-page.tsx';
import { Actions } from './actions.tsx';
import { Fields } from './fields.tsx';
import { Lists } from './lists.tsx';
import { Messages } from './messages.tsx';
import { FAMILIES } from './specimen.tsx';
import { Tokens } from './tokens.tsx';

/** Every component of `ui/` in every state, for developers; no page links here. The page itself shows `TextPage`. */
export function ComponentsPage() {
  return (
    <TextPage
      title="Composants"
      lead="Tout ce dont les écrans sont faits, de jour et de nuit. Le survol se voit à la souris, le focus avec la touche Tabulation."
      contents={{ title: 'Familles', entries: Object.values(FAMILIES) }}
    >
      <Tokens />
      <Actions />
      <Fields />
      <Messages />
      <Lists />
    </TextPage>
  );
}
