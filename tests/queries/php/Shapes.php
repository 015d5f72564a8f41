<?php

declare(strict_types=1);

namespace App\Shapes;

use App\Contracts\Drawable;
use App\Color as Paint, App\Point;
use Countable;
use function App\Support\area;
use const App\Support\PI;
use App\Units\{Metre, Inch as In, Old\Foot};
use function App\Maths\{sum, mean as average};

require_once __DIR__ . '/helpers.php';
require 'config.php';
include_once("lang/en.php");
include $dynamic;

/**
 * Things with an area.
 *
 * @template T
 */
#[Attribute(Attribute::TARGET_CLASS)]
#[Stable]
abstract class Shape extends Base implements Drawable, Countable
{
    use Named, Coloured {
        Named::name insteadof Coloured;
        Coloured::name as protected colourName;
        reset as public;
    }

    const SIDES = 4, CORNERS = 4;
    /** How wide it may be. */
    final public const int WIDTH = 100;

    public $label, $note = 'none';
    private static ?self $last = null;
    // Set once.
    public readonly string $id;
    var $old;
    #[Inject] protected Point|null $origin;
    public string $title {
        get => ucfirst($this->title);
        set(string $value) { $this->title = trim($value); }
    }
    public private(set) int $version = 1;
    abstract public int $area { get; }

    /**
     * Makes one.
     */
    public function __construct(
        private readonly Point $at,
        #[Sensitive] protected ?string $secret = null,
        int $plain = 1,
        public string $name = 'shape' { get => strtoupper($this->name); },
    ) {
        $local = 1;
    }

    public function __destruct() {}

    #[Pure]
    abstract protected function area(int $scale): static;

    final public static function &origin(): ?Point
    {
        static $cached = null;
        $format = fn (int $x): string => "$x";

        return $cached;
    }

    public function nested(): object
    {
        function inner() {}
        if (!class_exists('Fallback')) {
            class Fallback {}
        }

        return new class ($this) extends Shape implements Drawable {
            public $wrapped;
            public function draw(): void {}
        };
    }
}

interface Measured extends Drawable
{
    const UNIT = 'm';
    public function measure(): float;
    public string $unit { get; }
}

/** Adds a name. */
trait Named
{
    private string $name = '';
    abstract function rename(string $to): void;
    public static function named(): static { return new static(); }
}

enum Suit: string implements HasLabel
{
    use Named;
    case Hearts = 'H';
    /** Black. */
    case Spades = 'S';
    const Wild = self::Spades;
    public function label(): string { return $this->name; }
}

final readonly class Square extends Shape {}

const LIMIT = 10, FLOOR = 1;
define('OLD_LIMIT', 5);
\define('App\OTHER', 6);
\define("ANOTHER", 7);
define($dynamic, 8);
if (!defined('DEBUG')) {
    define('DEBUG', false);
}

/* Adds up. */
function total(int ...$numbers): int
{
    return array_sum($numbers);
}

if (!function_exists('App\Shapes\twin')) {
    /** The first. */
    function twin($x) { return 1; }
} else {
    function twin($x) { return 2; }
}

$version = '1.0';
[$major, $minor] = explode('.', $version);
$double = function (int $x) use ($version): int {
    return $x * 2;
};
$half = static fn ($x) => $x / 2;
$object->handler = function () {};
$table['key'] = function () {};
$maker = new class {
    public function make() {}
};

class ShapeTest extends TestCase
{
    public function testArea(): void {}
    #[Test]
    public function it_has_sides(): void {}
    #[\Deprecated("use more()")]
    public function less() {}
}
