import type { Recipe } from '#domain/recipes/recipe.ts';

/** Place in the editor where a person mends it by hand. */
export type Tool = 'plates' | 'background' | 'photo';

/** The action of one press. */
export type Fix =
  | { readonly kind: 'recipe'; readonly change: Partial<Recipe> }
  | { readonly kind: 'add-output'; readonly preset: string }
  /** The plan allows at most `most` outputs, too few for the one that would help. */
  | { readonly kind: 'beyond-plan'; readonly most: number; readonly preset: string }
  /**
   * `outputs` get a batch of their own, with the recipe changed. `labels` are theirs, `against` those of the outputs that want the
   * opposite.
   */
  | {
      readonly kind: 'split';
      readonly change: Partial<Recipe>;
      readonly outputs: readonly string[];
      readonly labels: readonly string[];
      readonly against: readonly string[];
    }
  | { readonly kind: 'lighten' }
  /** Each photo is cropped to this shape. */
  | { readonly kind: 'crop'; readonly aspect: number }
  | { readonly kind: 'leave-out' }
  | { readonly kind: 'run-again' }
  /** Runs only the photos that have not been tried yet. */
  | { readonly kind: 'run-rest' }
  | { readonly kind: 'tool'; readonly tool: Tool };
