import { between } from '../random.ts';
import {
  blur,
  centredAt,
  type Drawing,
  ellipse,
  group,
  line,
  linear,
  path,
  radial,
  rect,
  type SceneCanvas,
} from '../svg.ts';

/** A car's interior: steering wheel, instruments, dashboard, the yard through the windscreen. */
export function drawSteering({ width, height, random }: SceneCanvas): Drawing {
  const defs = [
    linear('out', 90, [
      [0, '#cfd6d8'],
      [1, '#8d9a78'],
    ]),
    linear('dash', 90, [
      [0, '#5a5651'],
      [0.2, '#33302d'],
      [1, '#181614'],
    ]),
    linear('rim', 60, [
      [0, '#6b6762'],
      [0.3, '#2a2826'],
      [0.7, '#191716'],
      [1, '#45413d'],
    ]),
    radial('hub', [
      [0, '#4a4642'],
      [1, '#211f1d'],
    ]),
    radial('dial', [
      [0, '#20242a'],
      [1, '#070809'],
    ]),
    blur('far', 22),
    blur('soft', 14),
    blur('hair', 3),
  ].join('');
  const dash = height * 0.4;
  const x = width * between(random, 0.4, 0.48);
  const body = [
    rect({ x: 0, y: 0, w: width, h: height }, '#1a1816'),
    group(
      '',
      rect({ x: 0, y: 0, w: width, h: dash }, 'url(#out)'),
      ellipse({ cx: width * 0.8, cy: dash * 0.5, rx: 300, ry: 220 }, '#51663a', 'filter="url(#far)"'),
      rect({ x: width * 0.1, y: dash * 0.25, w: width * 0.4, h: dash }, '#b9a688', 'filter="url(#far)"'),
    ),
    path(`M0 ${dash}Q${width / 2} ${dash - 110} ${width} ${dash}V${height}H0Z`, 'url(#dash)'),
    path(
      `M0 ${dash}Q${width / 2} ${dash - 110} ${width} ${dash}V${height}H0Z`,
      'url(#plaster)',
      'opacity=".35"',
    ),
    path(
      `M0 ${dash + 8}Q${width / 2} ${dash - 100} ${width} ${dash + 8}`,
      'none',
      'stroke="#fff" stroke-opacity=".25" stroke-width="8" filter="url(#hair)"',
    ),
    rect(
      { x: width * 0.72, y: dash + 130, w: 330, h: 230 },
      '#0a0a0b',
      'rx="18" stroke="#55514c" stroke-width="5"',
    ),
    rect({ x: width * 0.72 + 18, y: dash + 148, w: 294, h: 194 }, '#1d2b38', 'rx="8"'),
    line(`M${width * 0.72 + 30} ${dash + 300}l90 -70l60 30l110 -80`, { colour: '#e3b04b', width: 6 }),
    path(
      `M${x - 330} ${dash + 160}Q${x} ${dash - 70} ${x + 330} ${dash + 160}L${x + 300} ${dash + 330}H${x - 300}Z`,
      '#121110',
    ),
    dial(x - 150, dash + 150, 0.6),
    dial(x + 150, dash + 150, -0.4),
    centredAt({ x, y: height * 0.66, scale: 1.15, box: [800, 800] }, wheel()),
  ].join('');
  return { defs, body, surfaces: ['plaster', 'cloth'] };
}

function dial(x: number, y: number, needle: number): string {
  const marks = Array.from({ length: 13 }, (_, n) =>
    group(`rotate(${-130 + n * 21.6})`, rect({ x: -2.5, y: -112, w: 5, h: n % 2 ? 14 : 24 }, '#eee8dc')),
  );
  return group(
    `translate(${x} ${y})`,
    ellipse({ cx: 0, cy: 0, rx: 128, ry: 128 }, 'url(#dial)', 'stroke="#6b6762" stroke-width="5"'),
    ...marks,
    group(`rotate(${needle * 100})`, path('M-5 20L0 -96L5 20Z', '#e2472a')),
    ellipse({ cx: 0, cy: 0, rx: 14, ry: 14 }, '#1b1a19'),
  );
}

function wheel(): string {
  return [
    ellipse(
      { cx: 420, cy: 430, rx: 350, ry: 350 },
      'none',
      'stroke="#000" stroke-width="60" opacity=".5" filter="url(#soft)"',
    ),
    path(
      'M90 380Q260 350 300 330H500Q540 350 710 380L700 450Q560 470 510 520L460 730H340L290 520Q240 470 100 450Z',
      'url(#rim)',
    ),
    ellipse({ cx: 400, cy: 400, rx: 350, ry: 350 }, 'none', 'stroke="url(#rim)" stroke-width="64"'),
    ellipse(
      { cx: 400, cy: 400, rx: 350, ry: 350 },
      'none',
      'stroke="url(#cloth)" stroke-width="64" opacity=".4"',
    ),
    ellipse(
      { cx: 400, cy: 400, rx: 372, ry: 372 },
      'none',
      'stroke="#fff" stroke-opacity=".16" stroke-width="5" filter="url(#hair)"',
    ),
    ellipse({ cx: 400, cy: 420, rx: 128, ry: 118 }, 'url(#hub)', 'stroke="#0d0c0b" stroke-width="4"'),
    ellipse({ cx: 400, cy: 410, rx: 38, ry: 38 }, 'none', 'stroke="#c3c1bd" stroke-width="7"'),
    line('M372 410L400 384L428 410L400 436Z', { colour: '#c3c1bd', width: 6 }),
    rect({ x: 150, y: 384, w: 90, h: 46 }, '#0f0e0d', 'rx="14"'),
    rect({ x: 560, y: 384, w: 90, h: 46 }, '#0f0e0d', 'rx="14"'),
    line(
      'M330 540C340 600 350 660 356 720M470 540C460 600 450 660 444 720',
      { colour: '#8a867f', width: 4 },
      'opacity=".6"',
    ),
  ].join('');
}
