/** Above the number of any commune. */
export const COMMUNE_NUMBERS = 100_000;

const ZERO = 48;
/** No other département has these numbers. */
const CORSICA = { A: 20_000, B: 96_000 } as const;

/**
 * A number for the INSEE code of a commune, so that tables of 35,000 communes are plain arrays: `01004` is 1004, `2A004`
 * is 20004. -1 for any other text.
 */
export function communeNumber(code: string): number {
  if (code.length !== 5) return -1;
  const department = departementNumber(code.charCodeAt(0) - ZERO, code.charCodeAt(1));
  const [hundreds, tens, units] = [code.charCodeAt(2) - ZERO, code.charCodeAt(3) - ZERO, code.charCodeAt(4) - ZERO];
  const areDigits = isDigit(hundreds) && isDigit(tens) && isDigit(units);
  return department < 0 || !areDigits ? -1 : department + 100 * hundreds + 10 * tens + units;
}

const isDigit = (value: number): boolean => value >= 0 && value <= 9;

function departementNumber(tens: number, letter: number): number {
  const units = letter - ZERO;
  if (isDigit(tens) && isDigit(units)) {
    const number = 10_000 * tens + 1_000 * units;
    return number === CORSICA.A || number === CORSICA.B ? -1 : number;
  }
  if (tens !== 2) return -1;
  if (letter === 65) return CORSICA.A;
  return letter === 66 ? CORSICA.B : -1;
}
