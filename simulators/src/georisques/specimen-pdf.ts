/**
 * One page of a specimen; `drawing` contains operators of ISO 32000.
 */
export type SpecimenPage = {
  /** Null for a page without text, like a scan; its drawing shows what it is. */
  lines: string[] | null;
  drawing?: string;
  /** In points; A4 by default. */
  size?: [width: number, height: number];
  map?: GeoreferencedMap;
};
/** A map whose ground is known (ISO 32000-2, 12.10): its frame on the page, in points, and the ground at its corners. */
export type GeoreferencedMap = {
  frame: [left: number, bottom: number, right: number, top: number];
  /** South-west, north-west, north-east, south-east: latitude first. */
  corners: [latitude: number, longitude: number][];
  epsg: number;
};
type Extras = {
  /** The file has the entry of a password-protected one. */
  encrypted?: boolean;
  /** The file has the entry of a signed one; the signature itself is empty. */
  signed?: boolean;
};

const A4: [number, number] = [595, 842];

/** A well-formed PDF that says on each page that it is not a real document. Basic Latin text only. */
export function specimenPdf(pages: SpecimenPage[], { encrypted = false, signed = false }: Extras = {}): Buffer {
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ');
  const next = 5 + 2 * pages.length;
  const form = signed ? `/AcroForm<</SigFlags 3/Fields[${next} 0 R]>>` : '';
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${form}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
    ...pages.flatMap((page, index) => [pageObject(page, 6 + 2 * index), contents(page)]),
    ...(signed ? [`<</FT/Sig/T(Signature1)/V ${next + 1} 0 R>>`, SIGNATURE] : []),
  ];
  return assembled(objects, encrypted ? `/Encrypt ${ENCRYPTION}/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]` : '');
}

const ENCRYPTION = `<</Filter/Standard/V 1/R 2/P -44/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`;
const SIGNATURE = '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 30]/Contents<00>>>';

function pageObject({ size = A4, map }: SpecimenPage, content: number): string {
  const box = `[0 0 ${size.join(' ')}]`;
  const viewport = map === undefined ? '' : `/VP[${viewportOf(map)}]`;
  return `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents ${content} 0 R${viewport}/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>>>`;
}

function viewportOf({ frame, corners, epsg }: GeoreferencedMap): string {
  const system = `<</Type/PROJCS/EPSG ${epsg}>>`;
  const places = '/LPTS[0 0 0 1 1 1 1 0]/Bounds[0 0 0 1 1 1 1 0]';
  const measure = `<</Type/Measure/Subtype/GEO/GCS${system}/GPTS[${corners.flat().join(' ')}]${places}>>`;
  return `<</Type/Viewport/Name(Carte)/BBox[${frame.join(' ')}]/Measure${measure}>>`;
}

function contents({ lines, drawing = '', size: [width, height] = A4 }: SpecimenPage): string {
  const mark = `q 0.75 0.2 0.2 rg BT /F2 11 Tf 50 ${height - 40} Td (SPECIMEN - donnees fictives, sans valeur legale) Tj ET Q`;
  const text = (lines ?? []).map((line) => `(${plain(line)}) Tj 0 -16 Td`).join(' ');
  const words = `${mark} BT /F1 11 Tf ${Math.min(50, width / 4)} ${height - 70} Td ${text} ET`;
  const stream = `q ${drawing} Q ${lines === null ? '' : words}`;
  return `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`;
}

const plain = (line: string): string => line.normalize('NFD').replace(/[^ -~]|[()\\]/g, '');

function assembled(objects: string[], trailer: string): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\n`;
  return Buffer.from(`${text}${tail}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}
