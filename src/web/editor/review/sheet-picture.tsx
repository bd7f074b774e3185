import { type CSSProperties, useId } from 'react';
import { type Background, getScene } from '#domain/recipes/background.ts';
import type { Point } from '#domain/recipes/geometry.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { getShownPlates } from '#web/editor/panel/plates/plate-corners.ts';
import { EMPTY_SCENES } from '#web/editor/review/empty-scenes.ts';
import type { SheetItem } from '#web/editor/review/use-contact-sheet.ts';

/** A cut-out on its new ground, or a photo's plates from nearby, covered. The engine's own picture comes on the stage. */
export function SheetPicture({ item }: { readonly item: SheetItem }) {
  return item.kind === 'cutout' ? <CutOut {...item} /> : <Plates {...item} />;
}

function CutOut({ photo }: Pick<SheetItem, 'photo'>) {
  const { source, recipe, exceptions } = useEditing();
  const id = useId();
  const { width, height } = getPhotoSize(photo);
  const background = exceptions[photo.id]?.background ?? recipe.background;
  if (photo.cutout === null) return null;
  const whole = { width, height, preserveAspectRatio: 'none' };
  return (
    // The mask is grey, which masks of SVG read in every browser.
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className="sheet-picture"
      style={{ ...getGroundStyle(background), ...buildShape({ width, height }) }}
    >
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width={width} height={height}>
        <image href={source.mask(photo.id, photo.cutout.id)} {...whole} />
      </mask>
      <image href={source.thumbnail(photo.id)} mask={`url(#${id})`} {...whole} />
    </svg>
  );
}

/** So many times its own width is seen around a plate. */
const AROUND = 3;

function Plates({ photo }: Pick<SheetItem, 'photo'>) {
  const { source } = useEditing();
  const { width, height } = getPhotoSize(photo);
  const plates = getShownPlates(photo);
  const points = plates.flat().map(({ x, y }: Point) => ({ x: x * width, y: y * height }));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const side = Math.min(width, (right - left) * AROUND);
  const tall = side * 0.75;
  const x = Math.min(width - side, Math.max(0, (left + right - side) / 2));
  const y = Math.min(Math.max(0, height - tall), Math.max(0, (Math.min(...ys) + Math.max(...ys) - tall) / 2));
  return (
    <svg
      aria-hidden
      viewBox={`${x} ${y} ${side} ${tall}`}
      className="sheet-picture"
      style={buildShape({ width: side, height: tall })}
    >
      <image href={source.picture(photo.id)} width={width} height={height} preserveAspectRatio="none" />
      {plates.map((quad) => (
        <polygon
          key={JSON.stringify(quad)}
          points={quad.map((at) => `${at.x * width},${at.y * height}`).join(' ')}
          className="sheet-plate"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

function getPhotoSize({ width, height }: SheetItem['photo']) {
  return { width: width ?? 4, height: height ?? 3 };
}

/** Its frame lies around the picture, not around the room that it has. */
function buildShape({ width, height }: { readonly width: number; readonly height: number }): CSSProperties {
  return { '--aspect': width / height } as CSSProperties;
}

function getGroundStyle(background: Background): CSSProperties {
  const { kind, colour, bottom, photoId } = background;
  const picture = (url: string): CSSProperties => ({ background: `url("${url}") center / cover` });
  switch (kind) {
    case 'colour':
      return { background: `#${colour}` };
    case 'gradient':
      return { background: `linear-gradient(#${colour}, #${bottom})` };
    case 'scene':
      return picture(EMPTY_SCENES[getScene(background)]);
    case 'photo':
      return photoId === null ? {} : picture(thumbnailUrl(photoId));
    case 'transparent':
      return { background: 'repeating-conic-gradient(#bbb 0 25%, #fff 0 50%) 0 0 / 14px 14px' };
    default:
      return { background: '#fff' };
  }
}
