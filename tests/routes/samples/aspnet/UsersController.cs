[ApiController]
[Route("api/[controller]")]
public class UsersController : ControllerBase
{
    [HttpGet("{id}")]
    public User Show(int id) { return null; }

    [HttpPost]
    [Route("invite")]
    public User Invite() { return null; }

    [HttpGet("/absolute")]
    public User Absolute() => null;

    [Route("[action]")]
    public User Any() => null;
}
