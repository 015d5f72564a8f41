class UserControllerTest {
    void all() throws Exception {
        mockMvc.perform(get("/api/users"));
        mockMvc.perform(MockMvcRequestBuilders.post("/api/users/new"));
        RestTemplate template = new RestTemplate();
        template.getForObject("http://localhost:8080/api/users/7", User.class);
    }
}
