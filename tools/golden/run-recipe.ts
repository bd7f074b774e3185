import type { OutputSpec } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { processPhoto } from '#imaging/jobs/process.ts';
import type { PhotoEdits, PreparedPhoto, Treatment, WrittenFile } from '#imaging/messages.ts';
import type { Header } from '#imaging/read/header.ts';

/** A photo as a run would take it up. */
export interface ReadPhoto {
  readonly header: Header;
  readonly prepared: PreparedPhoto;
  readonly edits: PhotoEdits;
}

export interface Lot {
  readonly recipe: Recipe;
  readonly specs: readonly OutputSpec[];
  /** Of all photos together; used where the recipe asks for it. */
  readonly balance: Treatment['lotBalance'];
}

/** The engine's own code without server or process. `pathFor`: where a file goes, by its name with the ending. */
export function runRecipe(
  { header, prepared, edits }: ReadPhoto,
  { recipe, specs, balance }: Lot,
  pathFor: (name: string) => string,
): Promise<WrittenFile[]> {
  return processPhoto(
    {
      source: header.source,
      format: header.format,
      analysis: prepared.analysis,
      lotBalance: recipe.light.sameForLot ? balance : null,
      recipe,
      edits,
      files: { logoPath: null, plateLogoPath: null, backgroundPath: null },
      outputs: specs.map((spec) => ({
        spec,
        paths: spec.renditions.map(({ suffix, format }) => pathFor(`${spec.key}${suffix}.${format}`)),
      })),
    },
    header,
  );
}
