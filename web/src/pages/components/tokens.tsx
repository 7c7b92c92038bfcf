import { HAZARD_NAMES, HazardIcon } from '#ui/hazard-icon.tsx';
import styles from './components-page.module.css';
import { FAMILIES, Family, Specimen } from './specimen.tsx';

const BACKGROUNDS = ['paper', 'surface', 'sunken', 'parcel-wash', 'ochre-wash', 'brick-wash', 'fir', 'fir-deep'];
const INKS = ['ink', 'ink-soft', 'link', 'credit', 'ochre-ink', 'brick'];
const FILLS = ['parcel', 'action', 'action-hover', 'ochre', 'brick', 'brick-hover', 'line', 'line-strong'];
const STEPS = ['step-4', 'step-figure', 'step-3', 'step-2', 'step-1', 'step-lead', 'step-0', 'step--1', 'step--2'];
const SPACES = ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6', 'space-7', 'space-8'];
const HAZARD_LABELS = {
  factory: 'Risques technologiques',
  wave: 'Inondation, risques naturels',
  mine: 'Mines',
  draft: 'Plan prescrit',
  quake: 'Sismicité',
  radon: 'Radon',
  coast: 'Trait de côte',
  flame: 'Débroussaillement',
  soil: 'Pollution des sols',
  plane: 'Bruit des aérodromes',
};

export function Tokens() {
  return (
    <>
      <Family {...FAMILIES.couleurs}>
        <Specimen name="Fonds, aplats, encres">
          {() => (
            <>
              <ul className={styles.swatches}>
                {[...BACKGROUNDS, ...FILLS].map((name) => (
                  <li key={name}>
                    <span className={styles.swatch} style={{ background: `var(--${name})` }} />
                    {name}
                  </li>
                ))}
              </ul>
              <ul className={styles.swatches}>
                {INKS.map((name) => (
                  <li key={name} style={{ color: `var(--${name})` }}>
                    {name}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Specimen>
      </Family>
      <Scales />
      <Family {...FAMILIES.icones}>
        <Specimen
          name="HazardIcon"
          note="Les dessins du document imprimé. Toutes les autres icônes viennent de Lucide."
        >
          {() => (
            <ul className={styles.hazards}>
              {HAZARD_NAMES.map((name) => (
                <li key={name}>
                  <HazardIcon name={name} />
                  {HAZARD_LABELS[name]}
                </li>
              ))}
            </ul>
          )}
        </Specimen>
      </Family>
    </>
  );
}

function Scales() {
  return (
    <Family {...FAMILIES.mesures}>
      <Specimen name="Tailles">
        {() =>
          STEPS.map((name) => (
            <p
              key={name}
              className={styles.step}
              data-heading={/^step-(figure|[2-4])$/.test(name)}
              style={{ fontSize: `var(--${name})` }}
            >
              {name} Zone 3
            </p>
          ))
        }
      </Specimen>
      <Specimen name="Espaces et rayons">
        {() => (
          <>
            {SPACES.map((name) => (
              <p key={name} className={styles.space}>
                <span style={{ width: `var(--${name})` }} />
                {name}
              </p>
            ))}
            <ul className={styles.swatches}>
              {['1', '2', '3', 'round'].map((name) => (
                <li key={name}>
                  <span className={styles.swatch} style={{ borderRadius: `var(--radius-${name})` }} />
                  radius-{name}
                </li>
              ))}
            </ul>
          </>
        )}
      </Specimen>
      <Specimen
        name="Mouvement et relief"
        note="quick, 160 ms, pour un état ; calm, 240 ms, pour un lieu ; rien sous « réduire les animations »."
      >
        {() => (
          <ul className={styles.swatches}>
            {['1', '2', 'up'].map((name) => (
              <li key={name}>
                <span
                  className={styles.swatch}
                  style={{ boxShadow: `var(--shadow-${name})`, background: 'var(--surface)' }}
                />
                shadow-{name}
              </li>
            ))}
          </ul>
        )}
      </Specimen>
    </Family>
  );
}
