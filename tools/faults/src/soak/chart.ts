/** A curve of the chart, drawn in a panel with a separate scale. */
export interface Curve {
  readonly title: string;
  readonly unit: string;
  readonly colour: string;
  readonly values: readonly number[];
}

/** Size of a panel and its margin, in pixels. */
const [width, height, margin] = [800, 240, 40];

/** Draws the curves as SVG, one panel below the other, each from 0 to the maximum of the curve. */
export function chart(minutes: number, curves: readonly Curve[]): string {
  const panels = curves.map(
    (curve, index) => `<g transform="translate(0 ${index * height})">${panel(curve, minutes)}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height * curves.length}" font-family="sans-serif" font-size="13">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...panels,
    '</svg>\n',
  ].join('\n');
}

function panel({ title, unit, colour, values }: Curve, minutes: number): string {
  const maximum = Math.max(...values, 1);
  const [right, bottom] = [width - margin, height - margin];
  const x = (index: number) => margin + (index / Math.max(1, values.length - 1)) * (right - margin);
  const y = (value: number) => bottom - (value / maximum) * (bottom - margin);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return [
    `<text x="${margin}" y="24">${title}, ${unit} (0 to ${maximum.toFixed(1)})</text>`,
    `<path d="M${margin} ${margin}V${bottom}H${right}" fill="none" stroke="#888"/>`,
    `<text x="${right}" y="${bottom + 20}" text-anchor="end">${minutes} min</text>`,
    `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
  ].join('\n');
}
