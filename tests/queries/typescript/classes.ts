/** Keeps things. */
@Injectable()
@Component({
  selector: 'app',
})
export abstract class Store<T extends object> extends Base<T> implements Reader, Writer {
  private static readonly MAX: number = 3;
  static #instances = 0;
  protected items?: T[];
  declare kept: string;
  @Input() label!: string;
  @Output()
  changed = new EventEmitter<string>();
  accessor value = 1;
  [key: string]: unknown;
  onSave = async (item: T): Promise<void> => {
    const step = () => item;
  };
  old = function (): void {};
  abstract size: number;

  constructor(
    private readonly http: HttpClient, // of all
    readonly url: string,
    @Inject(TOKEN) protected token?: string,
    plain?: number,
  ) {
    super();
  }

  // overloads
  find(id: number): T;
  find(name: string): T;
  find(key: unknown): T {
    return this.items![0];
  }

  abstract load(): Promise<void>;
  protected abstract get total(): number;
  static async create<U extends object>(this: new () => U): Promise<U> {}
  public override get size2(): number { return 1; }
  set size2(value: number) {}
  @HostListener('click', ['$event'])
  onClick(event: Event): void {}
  private *walk(): Iterable<T> {}
  [Symbol.iterator](): Iterator<T> {}
}

abstract class Plain { m?(): void }
export const Mixed = class extends Plain { extra(): void {} };
export = Store;
