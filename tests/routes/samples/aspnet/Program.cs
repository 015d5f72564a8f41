var app = WebApplication.Create(args);
app.MapGet("/", () => "hello");
var group = app.MapGroup("/todos");
group.MapTodos();
app.MapMethods("/many", new[] { "GET", "PUT" }, Handlers.Many);
string Local(int x) { return ""; }
Use(Local(1));
IResult route;
route = Results.Ok();

public static class Endpoints
{
    public static RouteGroupBuilder MapTodos(this RouteGroupBuilder group)
    {
        group.MapPost("/{id:int}", Handlers.Create).WithName("create");
        return group;
    }
}

public static class Handlers
{
    public static IResult Create(int id) => null;
    public static IResult Many() => null;
}

public class Client
{
    public async Task Ask(HttpClient client)
    {
        await client.GetAsync($"/api/users/{id}");
        await client.PostAsJsonAsync<Todo>("/todos/7", null);
    }
}
