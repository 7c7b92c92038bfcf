import { Component, lazy, Suspense, useState, type ReactNode } from 'react';
import { MapUnavailable } from './map-unavailable.tsx';
import type { ParcelMapProps } from './parcel-map.tsx';
import styles from './lazy-map.module.css';

const ParcelMap = lazy(() => import('./parcel-map.tsx'));

/** The map comes after the panel, and only where it can be drawn: 440 kB are not sent to a browser without WebGL. */
export function LazyMap(props: ParcelMapProps) {
  const [isPossible] = useState(hasWebGl);
  if (!isPossible) return <MapUnavailable />;
  return (
    <MapBoundary>
      <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
        <ParcelMap {...props} />
      </Suspense>
    </MapBoundary>
  );
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // Browsers keep few contexts alive: give this one back.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** A chunk that does not come, or a driver that gives up, must not take the panel away. */
class MapBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <MapUnavailable /> : this.props.children;
  }
}
