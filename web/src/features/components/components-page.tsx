import { Actions } from './actions.tsx';
import { Fields } from './fields.tsx';
import { Lists } from './lists.tsx';
import { Messages } from './messages.tsx';
import styles from './components-page.module.css';
import { Tokens } from './tokens.tsx';

/** Every component of `ui/` in every state, for those who build the site; linked from nowhere. */
export function ComponentsPage() {
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Composants</h1>
        <p>
          Tout ce dont les écrans sont faits, de jour et de nuit. Le survol se voit à la souris, le focus avec la touche
          Tabulation.
        </p>
      </header>
      <Tokens />
      <Actions />
      <Fields />
      <Messages />
      <Lists />
    </div>
  );
}
