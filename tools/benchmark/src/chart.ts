import * as echarts from 'echarts';
import type { Report } from './report.ts';

const size = { width: 960, height: 420 };

/** As told apart by people who do not see all colours (Okabe and Ito); ours come first. */
const palette = ['#0072b2', '#56b4e9', '#999999', '#009e73', '#e69f00', '#d55e00', '#cc79a7'];

/** The server's CPU per request, a group of bars for each operation, as SVG. */
export function drawChart({ operations, contestants, plan }: Report): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    color: palette,
    title: {
      text: 'Server CPU per request, µs (less is better)',
      subtext: `${plan.connections} connections, ${plan.animals} animals; median of ${plan.rounds} interleaved rounds`,
      left: 'center',
    },
    legend: { bottom: 0 },
    grid: { top: 70, left: 50, right: 20, bottom: 60 },
    xAxis: { type: 'category', data: operations.map(({ name }) => name) },
    yAxis: { type: 'value' },
    series: contestants.map(({ name }) => ({
      name,
      type: 'bar',
      label: { show: true, position: 'top', fontSize: 9 },
      data: operations.map(({ results }) => Math.round(results[name]!.serverCpu.median)),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}
