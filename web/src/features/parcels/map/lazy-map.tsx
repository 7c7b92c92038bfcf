import { Component, lazy, Suspense, useState, type ReactNode } from 'react';
import { useUserActivity } from '#lib/use-user-activity.ts';
import { LoadingNotice } from '#ui/skeleton.tsx';
import type { ParcelMapProps } from './parcel-map.tsx';
import styles from './lazy-map.module.css';

const ParcelMap = lazy(() => import('./parcel-map.tsx'));

/** For a user who only reads the page. */
const PATIENCE_MS = 2_500;

/**
 * The map is loaded after the panel: at the first interaction, or with a place to show. Its 440 kB and its drawing must
 * not delay a usable form.
 */
export function LazyMap(props: ParcelMapProps) {
  const isUserActive = useUserActivity(PATIENCE_MS);
  if (!isUserActive && props.target === null) return <MapPlaceholder />;
  return <MapWherePossible {...props} />;
}

function MapPlaceholder() {
  return (
    <div className={styles.toCome}>
      <p>
        Cherchez l’adresse, ou touchez la carte pour l’ouvrir et montrer la parcelle. Un crédit n’est utilisé qu’au
        moment de générer le document.
      </p>
    </div>
  );
}

/** A browser without WebGL gets no map code: it could not draw it. */
function MapWherePossible(props: ParcelMapProps) {
  const [isPossible] = useState(hasWebGl);
  if (!isPossible) return <MapUnavailable />;
  return (
    <MapBoundary>
      <Suspense fallback={<MapLoading />}>
        <ParcelMap {...props} />
      </Suspense>
    </MapBoundary>
  );
}

function MapLoading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <LoadingNotice>Chargement de la carte…</LoadingNotice>
    </div>
  );
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers keep few WebGL contexts: release this one.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** A chunk that fails to load, or a driver that fails, must not remove the panel. */
class MapBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <MapUnavailable /> : this.props.children;
  }
}

function MapUnavailable() {
  return (
    <div className={styles.unavailable}>
      <p>
        La carte ne peut pas s’afficher sur cet appareil. Elle n’est pas nécessaire&nbsp;: cherchez l’adresse, puis
        choisissez la parcelle dans la liste.
      </p>
    </div>
  );
}
