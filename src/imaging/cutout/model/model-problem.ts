import type { ModelRemark } from '#domain/photos/cutout-models.ts';

/** What is wrong with a model, in English for logs and commands; the page has a sentence of its own for the remark. */
export class ModelProblem extends Error {
  readonly remark: ModelRemark;
  constructor(message: string, remark: ModelRemark) {
    super(message);
    this.remark = remark;
  }
}
