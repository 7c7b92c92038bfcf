import styles from './lazy-map.module.css';

export function MapUnavailable() {
  return (
    <div className={styles.unavailable}>
      <p>
        La carte ne peut pas s’afficher sur cet appareil. Elle n’est pas nécessaire : cherchez l’adresse, puis
        choisissez la parcelle dans la liste.
      </p>
    </div>
  );
}
