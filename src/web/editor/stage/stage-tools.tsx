import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';

/** A place on a picture, as shares 0–1 of its sides. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Converts places between the upright photo and the picture that the stage shows. */
export interface StageMapping {
  toShown(upright: Spot): Spot;
  toUpright(shown: Spot): Spot;
}

/** The shown picture for a tool: its size on the screen in CSS pixels, and where the photo's places are on it. */
export interface StageGeometry extends StageMapping {
  readonly width: number;
  readonly height: number;
}

/**
 * The picture a tool works on. `whole`: turned and straightened, but neither cropped nor cut for a platform, without frame and logo.
 * `upright`: the stored copy of the photo as it was taken, whatever the recipe says.
 */
export type ToolPicture = 'whole' | 'upright';

/** Undo and redo of what was drawn. */
export interface ToolSteps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): void;
  redo(): void;
}

export interface ToolDone {
  readonly label: string;
  readonly busy: boolean;
  press(): void;
}

export interface StageTool {
  /** „Număr: trage colțurile pe plăcuță” */
  readonly label: string;
  readonly picture: ToolPicture;
  /** Its own undo and redo; null for the page's. */
  readonly steps: ToolSteps | null;
  /** The button beside the label; null for „Gata”, which ends the tool. */
  readonly done: ToolDone | null;
  /** Called when the user is done with it or another tool takes its place. */
  end(): void;
}

interface StageTools {
  readonly tool: StageTool | null;
  /** The element tools draw in, exactly over the picture; null until the tool's picture is there. */
  readonly host: HTMLElement | null;
  readonly geometry: StageGeometry | null;
  /** Scale relative to the fitting size; 1 shows the whole picture. */
  readonly zoom: number;
  zoomTo(zoom: number): void;
  /** Last position of the before/after slider, for when it comes back: per cent that show „before”. */
  readonly wipe: RefObject<number>;
  /** Count of moves of the before/after slider by `showAfter`. */
  readonly wiped: number;
  /** Moves the before/after slider aside, so that the whole picture shows „after”. */
  showAfter(): void;
  /** Returns a function that puts the tool away. */
  begin(tool: StageTool): () => void;
  show(host: HTMLElement | null, geometry: StageGeometry | null): void;
}

export const MOST_ZOOM = 6;

const Context = createContext<StageTools | null>(null);

/** Joins a stage and the panels whose tools draw on it. */
export function StageToolsProvider({ children }: { children: ReactNode }) {
  const [tool, setTool] = useState<StageTool | null>(null);
  const [mounted, setMounted] = useState<Pick<StageTools, 'host' | 'geometry'>>({
    host: null,
    geometry: null,
  });
  const [zoom, setZoom] = useState(1);
  const zoomTo = useCallback((next: number) => setZoom(Math.min(MOST_ZOOM, Math.max(1, next))), []);
  const wipe = useRef(50);
  const [wiped, setWiped] = useState(0);
  const showAfter = useCallback(() => {
    wipe.current = 0;
    setWiped((times) => times + 1);
  }, []);
  const active = useRef<StageTool | null>(null);
  const begin = useCallback((next: StageTool) => {
    const before = active.current;
    active.current = next;
    setTool(next);
    before?.end();
    return () => {
      if (active.current !== next) return;
      active.current = null;
      setTool(null);
    };
  }, []);
  const show = useCallback((host: HTMLElement | null, geometry: StageGeometry | null) => {
    setMounted({ host, geometry });
  }, []);
  const value = useMemo(
    () => ({ ...mounted, tool, zoom, zoomTo, wipe, wiped, showAfter, begin, show }),
    [mounted, tool, zoom, zoomTo, wiped, showAfter, begin, show],
  );
  return <Context value={value}>{children}</Context>;
}

export function useStageTools(): StageTools {
  const tools = useContext(Context);
  if (tools === null) throw new Error('no stage around this tool');
  return tools;
}
