import type { Batch } from '#contract/batches.ts';
import type { SiteName } from '#domain/adverts/sites.ts';
import { groupBy } from '#domain/group-by.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { buildVerdicts } from '#web/editor/ready/verdicts.ts';
import { findPlace, isMadeFor, listOwnPictures } from '#web/features/batches/advert/picture-choice.ts';
import { outputTabs } from '#web/features/batches/results/results.ts';

interface Chosen {
  readonly site: SiteName;
  readonly outputKey: string | null;
}

/** Returns what helps pictures that have too few pixels for a site: another output, the lot made anew, or better photos. */
export function adviseSmall(batch: Batch, presets: readonly Preset[], { site, outputKey }: Chosen): string[] {
  const place = findPlace(presets, site);
  const verdicts = [...buildVerdicts(batch, presets, { outputKey, place })];
  const small = verdicts.flatMap(([photoId, { isSmall }]) => (isSmall ? photoId : []));
  if (place === undefined || small.length === 0) return [];
  const least = place.rules.leastSide ?? 0;
  const others = outputTabs(batch).filter(({ key }) => key !== outputKey);
  const better = others.map(({ key, label }) => {
    const pictures = listOwnPictures(batch, presets, { site, outputKey: key });
    const passing = pictures.filter(({ verdict }) => verdict === null);
    return { label, ids: passing.map(({ photoId }) => photoId) };
  });
  const remedies = groupBy(small, (id): Remedy => {
    const output = better.find(({ ids }) => ids.includes(id));
    if (output !== undefined) return `other ${output.label}`;
    const { width, height } = batch.photos[id] ?? {};
    if (longSide({ width: width ?? 0, height: height ?? 0 }) < least) return 'photo';
    return isMadeFor(batch, site) ? 'crop' : 'output';
  });
  return [...remedies].map(([remedy, ids]) => {
    const places = ids.map((id) => batch.photoIds.indexOf(id) + 1).sort((a, b) => a - b);
    return describeRemedy(remedy, places, place.label);
  });
}

/** `other`, with its label: an output that the lot has. `output`: the site's own, which it has not. */
type Remedy = `other ${string}` | 'output' | 'crop' | 'photo';

function describeRemedy(remedy: Remedy, places: readonly number[], made: string): string {
  const isOne = places.length === 1;
  const which = `${isOne ? 'Poza' : 'Pozele'} ${places.join(', ')}`;
  if (remedy === 'photo')
    return isOne
      ? `${which} e mică din fotografie: adaugă originalul din telefon, nu copia din WhatsApp, sau fă alta.`
      : `${which} sunt mici din fotografii: adaugă originalele din telefon, nu copiile din WhatsApp, sau fă altele.`;
  const grows = isOne ? 'iese mai mare' : 'ies mai mari';
  if (remedy === 'output')
    return `${which} ${grows} dacă adaugi lotului varianta „${made}” și procesezi din nou.`;
  if (remedy === 'crop') return `${which} ${grows} dacă tai mai puțin din fotografie și procesezi din nou.`;
  const isEnough = isOne ? 'e destul de mare' : 'sunt destul de mari';
  return `${which} ${isEnough} în varianta „${remedy.slice('other '.length)}”: alege varianta mai sus.`;
}
