/** The mark: a parcel between two contour lines. Decorative, the name stands beside it. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0f3d33" />
      <g fill="none" stroke="#8fc3ab" strokeWidth="1.6" strokeLinecap="round">
        <path d="M3.5 21.5C6 12 12 5.5 21.5 3.5" />
        <path d="M28.5 12c-2 9-8 15-17 16.5" />
      </g>
      <path d="m10.5 17.8 6.500-8.300 6 4.600-6.600 8.400z" fill="#3fbf83" />
    </svg>
  );
}
