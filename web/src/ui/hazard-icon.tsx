import type { HeadingIcon } from '@clairisque/contract/common/headings.ts';
import type { ReactNode } from 'react';

/** The icons of the printed statement (`server/templates/lib/icons.typ`): a grid of 24, one stroke width, no text. */
const DRAWINGS = {
  /** Technological risks (PPRT). */
  factory: <path d="M3 21h18M4 21V10l5 3.5V10l5 3.5V4h5v17M8 17.5h1.5M13 17.5h1.5" />,
  /** Natural risks (PPRN), mainly floods. */
  wave: (
    <path d="M3 8c2.2 0 2.3-2 4.5-2s2.3 2 4.5 2 2.3-2 4.5-2S18.800 8 21 8M3 13.500c2.200 0 2.300-2 4.500-2s2.300 2 4.500 2 2.300-2 4.500-2 2.300 2 4.500 2M3 19c2.200 0 2.300-2 4.500-2s2.300 2 4.500 2 2.300-2 4.500-2 2.300 2 4.500 2" />
  ),
  /** Mines (PPRM). */
  mine: <path d="M4 7c4.500-4 11.500-4 16 0M12 4.500V21M9.500 21h5" />,
  /** A plan that is prescribed, not yet approved. */
  draft: (
    <>
      <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6" />
      <path d="M9 16h6" strokeDasharray="1.6 1.6" />
    </>
  ),
  quake: <path d="M2 12h4l2-6 3.500 13L14.500 8l2 6 1-2H22" />,
  radon: (
    <>
      <circle cx="12" cy="12" r="1.800" />
      <path d="M12 3.500v3.500M12 17v3.500M4.600 7.800l3 1.700M16.400 14.500l3 1.700M4.600 16.200l3-1.700M16.400 9.500l3-1.700" />
    </>
  ),
  /** Coastline retreat. */
  coast: (
    <path d="M3 5h8v5l3 3v3M3 20c2.200 0 2.300-2 4.500-2s2.300 2 4.500 2 2.300-2 4.500-2 2.300 2 4.500 2M20 9h-5M17 6.500 14.500 9l2.500 2.500" />
  ),
  /** Legal duty to clear brushwood around the house. */
  flame: (
    <path d="M12 21c-3.600 0-6-2.500-6-5.800C6 11 10.500 9 10 3c4 2.200 8 6.800 8 12.200 0 3.300-2.400 5.800-6 5.800zM12 21c-1.700 0-2.700-1.200-2.700-2.700 0-1.900 1.700-2.800 2.200-4.800 1.900 1.100 3.200 2.900 3.200 4.800 0 1.500-1 2.700-2.700 2.700z" />
  ),
  /** Soil pollution (SIS). */
  soil: <path d="M3 8h18M5 12.500h3M11 12.500h3M17 12.500h2M7 17h3M14 17h3M12 3v5M9.500 5 12 3l2.500 2" />,
  /** Aircraft noise (PEB). */
  plane: <path d="M21 3 3 10.500l6 2.500 2.500 6zM9 13l4.500-3.500" />,
} satisfies Record<HeadingIcon, ReactNode>;

/** Decorative: text stands beside it. One and a half lines high unless its style sheet says otherwise. */
export function HazardIcon({ name, className }: { name: HeadingIcon; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.5em"
      height="1.5em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      {DRAWINGS[name]}
    </svg>
  );
}
