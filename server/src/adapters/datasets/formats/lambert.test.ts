import proj4 from 'proj4';
import { expect, it } from 'vitest';
import { lambertInverse, type Cone } from './lambert.ts';

const LAMBERT_93 =
  '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m +no_defs';

it('gives the degrees of proj4 within 1e-10, all over the mainland and beyond', () => {
  const projection = new proj4.Proj(LAMBERT_93);
  const inverse = lambertInverse(projection as unknown as Cone);
  let [worst, points] = [0, 0];
  for (let x = -100_000; x < 1_400_000; x += 20_011) {
    for (let y = 5_900_000; y < 7_300_000; y += 20_021) {
      const judge = projection.inverse({ x, y });
      const [longitude = 0, latitude = 0] = inverse(x, y).map((degrees) => (degrees * Math.PI) / 180);
      worst = Math.max(worst, Math.abs(longitude - judge.x), Math.abs(latitude - judge.y));
      points += 1;
    }
  }
  expect(points).toBeGreaterThan(5_000);
  expect((worst * 180) / Math.PI).toBeLessThan(1e-10);
});
