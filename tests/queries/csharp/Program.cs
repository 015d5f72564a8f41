#!/usr/bin/env dotnet
using System.Linq;

// The builder.
var builder = WebApplication.CreateBuilder(args);
const int port = 80;
var (first, second) = (1, 2);

app.MapGet("/", () => "Hello");

/// <summary>Greets.</summary>
static string Greet(string name)
{
    var local = 1;
    return $"Hello {name}";
}

await app.RunAsync();

public partial class Program { }
