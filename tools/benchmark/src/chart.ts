import * as echarts from 'echarts';
import { type Bar, panelsOf } from './chart-bars.ts';
import { notMeasured } from './numbers.ts';
import type { Report } from './report.ts';

/** Pixels. GitHub shows 830 to 1000 pixels of width. */
const width = 960;
const margin = { top: 72, side: 16, bottom: 16 };
/** Parts of a panel in pixels: heading, a bar, space below, names to the left and figures to the right of the bars. */
const panel = { head: 44, bar: 22, foot: 18, names: 124, figures: 44 };

const columns = 3;

/** Colours that differ for colour-blind readers and in print. This service is blue. */
const colours = { ours: '#0072b2', oursWithLog: '#56b4e9', peer: '#b3b3b3', text: '#24292f', subtitle: '#57606a' };

/** Position of the gap in a cut bar, as fractions of its length. */
const gap = { from: 0.86, to: 0.9 };

/** Draws the CPU time per request as SVG, with a panel per operation. The background is white for pages of any colour. */
export function drawChart(report: Report): string {
  const { plan, peers, rounds } = report;
  const { end, panels } = panelsOf(report);
  const isAnyCut = panels.some(({ bars }) => bars.some(({ isCut }) => isCut));
  const panelWidth = (width - 2 * margin.side) / columns;
  const panelHeight = panel.head + peers.length * panel.bar + panel.foot;
  const height = margin.top + Math.ceil(panels.length / columns) * panelHeight + margin.bottom;
  const corners = panels.map((_, index) => ({
    left: margin.side + (index % columns) * panelWidth,
    top: margin.top + Math.floor(index / columns) * panelHeight,
  }));
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: [
      {
        text: 'Server CPU per request, µs (less is better)',
        subtext:
          `median of ${rounds} interleaved rounds, ${plan.connections} connections, ${plan.pets.toLocaleString('en')} pets; ` +
          `all on one scale${isAnyCut ? '; a bar with a gap is cut short' : ''}`,
        left: 'center',
        top: 12,
        textStyle: { fontSize: 18, color: colours.text },
        subtextStyle: { fontSize: 13, color: colours.subtitle },
      },
      ...panels.map(({ name, title }, index) => ({
        text: name,
        subtext: title,
        left: corners[index]!.left,
        top: corners[index]!.top,
        itemGap: 3,
        textStyle: { fontSize: 14, color: colours.text },
        subtextStyle: { fontSize: 12, color: colours.subtitle },
      })),
    ],
    grid: corners.map(({ left, top }) => ({
      left: left + panel.names,
      top: top + panel.head,
      width: panelWidth - panel.names - panel.figures,
      height: peers.length * panel.bar,
    })),
    xAxis: panels.map((_, gridIndex) => ({ type: 'value', gridIndex, min: 0, max: end, show: false })),
    yAxis: panels.map(({ bars }, gridIndex) => ({
      type: 'category',
      gridIndex,
      inverse: true,
      data: bars.map(({ name }) => name),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.peer } },
      axisLabel: { fontSize: 12, color: colours.text, interval: 0 },
    })),
    series: panels.map(({ bars }, index) => ({
      type: 'bar',
      xAxisIndex: index,
      yAxisIndex: index,
      barWidth: '72%',
      data: bars.map((bar, index) => ({
        value: Math.min(bar.value, end),
        itemStyle: { color: fillOf(bar, index) },
        label: {
          show: true,
          position: 'right',
          formatter: bar.value === 0 ? notMeasured : String(Math.round(bar.value)),
          fontSize: 12,
        },
      })),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg}\n`;
}

function fillOf({ isOurs, isCut }: Bar, index: number): string | echarts.graphic.LinearGradient {
  const colour = isOurs ? (index === 0 ? colours.ours : colours.oursWithLog) : colours.peer;
  if (!isCut) return colour;
  return new echarts.graphic.LinearGradient(0, 0, 1, 0, [
    { offset: gap.from, color: colour },
    { offset: gap.from, color: '#ffffff' },
    { offset: gap.to, color: '#ffffff' },
    { offset: gap.to, color: colour },
  ]);
}
