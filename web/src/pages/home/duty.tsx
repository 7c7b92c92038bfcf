import styles from './duty.module.css';

const FACTS = [
  {
    title: 'Dès la première visite',
    text: 'Le vendeur ou le bailleur remet l’état des risques au candidat à la première visite\u00A0; l’annonce le signale.',
  },
  {
    title: 'Moins de six mois',
    text: 'Il est établi depuis moins de six mois à la remise, et joint à la promesse, à l’acte de vente ou au bail.',
  },
  {
    title: 'Sinon, un recours',
    text: 'Sans ce document, l’acquéreur ou le locataire peut demander au juge la résolution du contrat ou une baisse du prix.',
  },
];

/** Why the document exists: articles L125-5 and R125-23 to R125-27 of the Code de l'environnement. */
export function Duty() {
  return (
    <section className={styles.section} aria-labelledby="obligation">
      <div className={styles.panel}>
        <h2 id="obligation" className={styles.title}>
          Pourquoi il est obligatoire
        </h2>
        <ol className={styles.facts}>
          {FACTS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={styles.source}>Code de l’environnement, article L125-5.</p>
      </div>
    </section>
  );
}
