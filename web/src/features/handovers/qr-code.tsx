import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './qr-code.module.css';

/** ISO/IEC 18004: cameras need four white modules around the code. */
const QUIET_ZONE = 4;

type QrCodeProps = {
  /** Content of the code: a URL, in ASCII. */
  text: string;
  /** Text alternative: where it leads. */
  label: string;
};

/** As wide as its box, black on white in both schemes. The drawing code is loaded with the first one. */
export function QrCode({ text, label }: QrCodeProps) {
  const titleId = useId();
  const drawing = useQuery({ queryKey: ['qr-code', text], queryFn: () => draw(text), staleTime: Infinity });
  if (drawing.isError) return <p className={styles.missing}>Le QR code n’a pas pu être dessiné.</p>;
  if (!drawing.data) {
    return (
      <span className={styles.box} aria-busy="true">
        <LoadingNotice>Dessin du QR code…</LoadingNotice>
        <Skeleton height="100%" />
      </span>
    );
  }
  const { size, path } = drawing.data;
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.box}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      aria-labelledby={titleId}
    >
      <title id={titleId}>{label}</title>
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Side in modules, and one path for all the dark ones. Level M: readable with 15 % of it damaged. */
async function draw(text: string): Promise<{ size: number; path: string }> {
  const { default: qrcode } = await import('qrcode-generator');
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const modules = Array.from({ length: size * size }, (_, index) => [Math.floor(index / size), index % size] as const);
  const dark = modules.filter(([row, column]) => code.isDark(row, column));
  return { size, path: dark.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join('') };
}
