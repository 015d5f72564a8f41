public struct Money
{
    /// <summary>Adds.</summary>
    public static Money operator +(Money a, Money b) => new(a.Value + b.Value);
    public static Money operator -(Money a, Money b) => a;
    public static Money operator *(Money a, Money b) => a;
    public static Money operator /(Money a, Money b) => a;
    public static Money operator %(Money a, Money b) => a;
    public static Money operator &(Money a, Money b) => a;
    public static Money operator |(Money a, Money b) => a;
    public static Money operator ^(Money a, Money b) => a;
    public static Money operator <<(Money a, Money b) => a;
    public static Money operator >>(Money a, Money b) => a;
    public static Money operator >>>(Money a, Money b) => a;
    public static Money operator ==(Money a, Money b) => a;
    public static Money operator !=(Money a, Money b) => a;
    public static Money operator <(Money a, Money b) => a;
    public static Money operator >(Money a, Money b) => a;
    public static Money operator <=(Money a, Money b) => a;
    public static Money operator >=(Money a, Money b) => a;
    public static Money operator -(Money a) => a;
    public static Money operator !(Money a) => a;
    public static Money operator ~(Money a) => a;
    public static Money operator ++(Money a) => a;
    public static Money operator checked --(Money a) => a;
    public static Money operator true(Money a) => a;
    public static Money operator false(Money a) => a;

    public static implicit operator decimal(Money money) => money.Value;

    public static implicit operator Money(decimal value) => new(value);

    public static explicit operator List<int>(Money money) { return null; }
}
