import { Suspense } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { paths } from '#paths.ts';
import { ChoosePack, PackCards } from '#pages/pricing/pack-cards.tsx';
import { Counters } from './counters.tsx';
import { Contents } from './contents.tsx';
import { Duty } from './duty.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './home-page.module.css';
import { Sources } from './sources.tsx';

/**
 * In five seconds: what the product gives, its price, and why the law requires it. React hydrates each `Suspense` on
 * its own, or at the first interaction there.
 */
export function HomePage() {
  return (
    <>
      <Hero />
      <Suspense>
        <Counters />
      </Suspense>
      <Suspense>
        <HowItWorks />
      </Suspense>
      <Suspense>
        <Contents />
        <Duty />
      </Suspense>
      <Suspense>
        <Offers />
      </Suspense>
      <Suspense>
        <Sources />
      </Suspense>
    </>
  );
}

function Offers() {
  return (
    <section className={styles.section} aria-labelledby="offres">
      <h2 id="offres" className={styles.title}>
        Un prix simple, par&nbsp;état des risques
      </h2>
      <PackCards renderAction={(pack) => <ChoosePack pack={pack} />} />
      <div className={styles.customOrder}>
        <p>
          <strong>Un autre volume, une autre durée&nbsp;?</strong> Composez votre offre, de 1 à
          10&nbsp;000&nbsp;crédits.
        </p>
        <ButtonLink to={paths.simulator} variant="secondary">
          Simuler une commande sur mesure
        </ButtonLink>
      </div>
    </section>
  );
}
