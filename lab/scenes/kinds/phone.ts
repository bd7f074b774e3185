import { between, pick, type Random } from '../random.ts';
import { blur, type Drawing, ellipse, group, line, linear, radial, rect, type SceneCanvas } from '../svg.ts';

const LINENS = ['#d9d2c6', '#c8ced3', '#d5c4bb'] as const;

/** A phone lying on a creased bed sheet, seen from above. */
export function drawPhone({ width, height, random }: SceneCanvas): Drawing {
  const scale = between(random, 0.95, 1.15);
  const turn = between(random, -24, 24);
  const defs = [
    linear('screen', 60, [
      [0, '#26323f'],
      [0.46, '#0d1116'],
      [0.47, '#2b3947'],
      [1, '#0a0d10'],
    ]),
    linear('edge', 0, [
      [0, '#55585c'],
      [0.1, '#c7c9cb'],
      [0.5, '#8d9093'],
      [0.9, '#d9dadb'],
      [1, '#4d4f52'],
    ]),
    radial('lens', [
      [0, '#3d5a80'],
      [0.5, '#0b0f14'],
      [1, '#1f2226'],
    ]),
    blur('soft', 22),
    blur('fold', 12),
    blur('hair', 3),
  ].join('');
  const body = [
    rect({ x: 0, y: 0, w: width, h: height }, pick(random, LINENS)),
    creases(width, height, random),
    rect({ x: 0, y: 0, w: width, h: height }, 'url(#cloth)', 'opacity=".35"'),
    group(`translate(${width / 2} ${height / 2}) rotate(${turn}) scale(${scale})`, phone()),
  ].join('');
  return { defs, body, surfaces: ['cloth'] };
}

/** Every fold as a dark stroke and, below it, a lit one; blurred together, which is far quicker than one by one. */
function creases(width: number, height: number, random: Random): string {
  const folds = Array.from({ length: 16 }, () => {
    const [x, y] = [between(random, 0, width), between(random, 0, height)];
    const [dx, dy] = [between(random, -420, 420), between(random, -260, 260)];
    const d = `q${dx * 0.4} ${dy * 0.1} ${dx} ${dy}`;
    const dark = line(
      `M${x} ${y}${d}`,
      { colour: '#5b5348', width: between(random, 14, 34) },
      'opacity=".5"',
    );
    return dark + line(`M${x + 9} ${y + 12}${d}`, { colour: '#fff', width: 14 }, 'opacity=".6"');
  });
  return `<g filter="url(#fold)">${folds.join('')}</g>`;
}

function phone(): string {
  return [
    rect({ x: -196, y: -396, w: 400, h: 840 }, '#1a130c', 'rx="60" opacity=".65" filter="url(#soft)"'),
    rect({ x: -200, y: -415, w: 400, h: 830 }, 'url(#edge)', 'rx="58"'),
    rect({ x: -192, y: -407, w: 384, h: 814 }, '#07080a', 'rx="52"'),
    rect({ x: -180, y: -394, w: 360, h: 788 }, 'url(#screen)', 'rx="42"'),
    rect({ x: -46, y: -380, w: 92, h: 26 }, '#000', 'rx="13"'),
    ellipse({ cx: 26, cy: -367, rx: 8, ry: 8 }, 'url(#lens)'),
    line('M-120 60l50 -38l34 52l70 -96', { colour: '#dfe9f2', width: 1.6 }, 'opacity=".35"'),
    line(
      'M-176 -300L20 -392M-176 -250L120 -392',
      { colour: '#fff', width: 26 },
      'opacity=".07" filter="url(#hair)"',
    ),
    rect({ x: 200, y: -180, w: 5, h: 110 }, '#77797c', 'rx="2"'),
  ].join('');
}
