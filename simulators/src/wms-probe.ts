import { METRES_PER_DEGREE, type Point } from '#territory/geometry.ts';

/** A GetFeatureInfo of WMS 1.3.0, reduced to the point of its query. */
type Probe = {
  point: Point;
  degreesPerPixel: number;
  /** Denominator: 25 000 for 1:25 000. */ scale: number;
  count: number;
};
type ServiceError = { error: string; text: string };

/** OGC's pixel: 0.28 mm. */
const METRES_PER_SCREEN_PIXEL = 0.000_28;

type Read = (name: string) => string;

/** `parameters` by upper-case name. */
export function readProbe(parameters: Record<string, string>, layers: readonly string[]): Probe | ServiceError {
  const value: Read = (name) => parameters[name] ?? '';
  if (!/^GetFeatureInfo$/i.test(value('REQUEST'))) return { error: 'OperationNotSupported', text: 'Unknown request' };
  if (!layers.includes(value('LAYERS'))) {
    return { error: 'LayerNotDefined', text: `Could not find layer ${value('LAYERS')}` };
  }
  if (value('QUERY_LAYERS') !== value('LAYERS')) {
    return { error: 'LayerNotQueryable', text: 'QUERY_LAYERS contains layers not cited in LAYERS' };
  }
  if (value('INFO_FORMAT') !== 'application/json') return { error: 'InvalidFormat', text: 'Invalid format' };
  return readPixel(value);
}

export function exception({ error, text }: ServiceError): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?><ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc"><ServiceException code="${error}">${text.replace(/[<&]/g, ' ')}</ServiceException></ServiceExceptionReport>`;
}

function readPixel(value: Read): Probe | ServiceError {
  const box = readBox(value);
  if (box === null) return { error: 'InvalidCRS', text: `Error decoding the EPSG code ${value('CRS')}` };
  const given = numbers(['WIDTH', 'HEIGHT', 'I', 'J'].map(value));
  const [width = 0, height = 0, i = 0, j = 0] = given;
  const [west, south, east, north] = box;
  const valid = given.length === 4 && Math.min(width, height, east - west, north - south) > 0;
  if (!valid) return { error: 'MissingParameterValue', text: 'BBOX, WIDTH, HEIGHT, I and J are required' };
  const degreesPerPixel = (north - south) / height;
  return {
    point: [west + ((i + 0.5) / width) * (east - west), north - ((j + 0.5) / height) * (north - south)],
    degreesPerPixel,
    scale: (degreesPerPixel * METRES_PER_DEGREE) / METRES_PER_SCREEN_PIXEL,
    count: Number(value('FEATURE_COUNT') || 1),
  };
}

type Box = [west: number, south: number, east: number, north: number];

/** WMS 1.3.0 puts the latitude first in EPSG:4326, not in CRS:84; null for another CRS. */
function readBox(value: Read): Box | null {
  const [first = 0, second = 0, firstEnd = 0, secondEnd = 0] = numbers(value('BBOX').split(','));
  if (value('CRS') === 'EPSG:4326') return [second, first, secondEnd, firstEnd];
  return value('CRS') === 'CRS:84' ? [first, second, firstEnd, secondEnd] : null;
}

/** `[]` unless every text is a number. */
function numbers(texts: string[]): number[] {
  const read = texts.map((text) => (text === '' ? Number.NaN : Number(text)));
  return read.every(Number.isFinite) ? read : [];
}
