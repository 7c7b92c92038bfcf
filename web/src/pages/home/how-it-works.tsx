import { useInView } from '#lib/later.ts';
import styles from './how-it-works.module.css';

const STEPS = [
  { title: 'Donnez l’adresse', text: 'Celle du bien à vendre ou à louer. Sans compte, pour commencer.' },
  { title: 'Choisissez la parcelle', text: 'Sur la carte ou dans la liste. Son contour vous est montré.' },
  { title: 'Générez l’état', text: 'Chaque source officielle répond sous vos yeux, en moins d’une minute.' },
  {
    title: 'Remettez-le',
    text: 'Le PDF est à vous. Un lien ou un QR code le remet à chaque visiteur et en garde la preuve.',
  },
];

/** Four steps, and a recording of the product, loaded when visible. */
export function HowItWorks() {
  const [figure, isSeen] = useInView();
  return (
    <section className={styles.section} aria-labelledby="comment-ca-marche">
      <div>
        <h2 id="comment-ca-marche" className={styles.title}>
          Comment ça marche
        </h2>
        <ol className={styles.steps}>
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <figure ref={figure} className={styles.demonstration}>
        <video
          controls
          muted
          playsInline
          preload="none"
          width={1280}
          height={800}
          poster={isSeen ? '/demonstration.webp' : undefined}
          aria-label="Démonstration de Clairisque"
        >
          <source src="/demonstration.mp4" type="video/mp4" />
          <track default kind="captions" srcLang="fr" label="Français" src="/demonstration.fr.vtt" />
        </video>
        <figcaption>Le service, filmé avec des données d’essai. Vidéo muette et sous-titrée.</figcaption>
      </figure>
    </section>
  );
}
